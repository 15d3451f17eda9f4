import { type BrowserContext, chromium } from '@playwright/test';
import { type Downloads, downloadsOf } from '#test/e2e/support/downloads.ts';
import { fill, signedInPages } from '#test/e2e/support/pages.ts';
import { findChromium } from '../setup/chromium.mjs';
import { atMost, type Row } from './report.ts';
import { openSessions, postAs } from './requests.ts';
import { withBenchShop } from './shop.ts';

/** Cart, checkout and account send a signed-out visitor on to the sign-in page, which is counted with them. */
const PAGES = [
  ...['/', '/shop', '/product/1', '/about', '/contact', '/privacy-policy'],
  ...['/auth', '/cart', '/checkout', '/account/orders'],
];

/** Most script of the home page for a guest, and of any page for a signed-in shopper; in kB. */
const HOME_KB = 103;
const SIGNED_IN_KB = 146;

/** What a phone downloads when a guest or a signed-in shopper opens a page for the first time. */
export async function bytes(): Promise<Row[]> {
  const executablePath = findChromium();
  if (!executablePath) throw new Error('No Chromium was found; name one in CHROMIUM_PATH');
  const browser = await chromium.launch({ executablePath });
  const measure = withBenchShop('bytes', async ({ url }) => {
    const rows: Row[] = [];
    for (const path of PAGES)
      rows.push(row(path, await downloadsOf(browser, url + path), path === '/' ? HOME_KB : null));
    const [session] = await openSessions(url, 1);
    if (!session) throw new Error('There is no account');
    const post = postAs(url, session);
    const { order } = await fill({ call: (_, path, body) => post(path, body) });
    const stored = JSON.stringify(session);
    const signIn = async (context: BrowserContext) => {
      await context.addInitScript((value) => localStorage.setItem('shop-auth', value), stored);
    };
    for (const { path, complete } of signedInPages(order)) {
      const downloads = await downloadsOf(browser, url + path, { prepare: signIn, complete });
      rows.push(row(`signed in: ${path.replace(order, 'ID')}`, downloads, SIGNED_IN_KB));
    }
    return rows;
  });
  return measure.finally(() => browser.close());
}

function row(path: string, downloads: Downloads, mostKb: number | null): Row {
  const { document, script, style, font, image, other, scripts } = downloads;
  const kb = (count: number) => (count / 1000).toFixed(1);
  return {
    what: path,
    measured: `script ${kb(script)} kB in ${scripts.length} files`,
    comparedWith:
      `all ${kb(document + script + style + font + image + other)}: document ${kb(document)}, ` +
      `style ${kb(style)}, fonts ${kb(font)}, images ${kb(image)}`,
    ...(mostKb !== null && { target: atMost(Number(kb(script)), mostKb, ' kB') }),
  };
}
