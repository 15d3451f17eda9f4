import { type Downloads, downloadsOf } from '#test/e2e/support/downloads.ts';
import { type Library, scriptsOf } from '#test/e2e/support/libraries.ts';
import { withBrowser } from './browser.ts';
import { atMost, fixed, type Line, type Part } from './report.ts';
import { signedInDownloads } from './signed-in-downloads.ts';

/** Pages for guests, and pages that redirect guests to the sign-in page. */
const PUBLIC_PAGES = ['/', '/shop', '/product/1', '/about', '/contact', '/privacy-policy'];
const OTHER_PAGES = ['/auth', '/cart', '/checkout', '/account/orders'];

/** Most script of the home page for a guest, and of any page for a signed-in shopper; in kB. */
const HOME_KB = 85;
const SIGNED_IN_KB = 130;

/** What a phone downloads when a guest or a signed-in shopper opens a page for the first time. */
export async function bytes(): Promise<Part> {
  return withBrowser('bytes', async (browser, shop) => {
    const lines: Line[] = [];
    const loaded = new Set<string>();
    for (const path of [...PUBLIC_PAGES, ...OTHER_PAGES]) {
      const downloads = await downloadsOf(browser, shop.url + path);
      lines.push(line(path, downloads, path === '/' ? HOME_KB : undefined));
      if (PUBLIC_PAGES.includes(path)) for (const script of downloads.scripts) loaded.add(script);
    }
    const signedIn = await signedInDownloads(browser, shop.url);
    return {
      title: 'First visit on a phone: kB on the wire',
      lines: [
        ...lines,
        ...librariesLoaded(loaded),
        ...signedIn.map(({ what, downloads }) =>
          line(`signed in: ${what}`, downloads, SIGNED_IN_KB),
        ),
      ],
      notes: [
        'Chromium, 390 × 844 at 2 pixels a point, empty cache, not scrolled, until the page is hydrated and quiet. Bodies as they cross the wire (brotli), without HTTP heads.',
        'Signed in: with a default address, an order, and two kinds of tea in the cart; until the page shows its data.',
        'Cart, checkout and account send a signed-out visitor on to the sign-in page, which is counted with them.',
      ],
    };
  });
}

function line(what: string, downloads: Downloads, mostKb?: number): Line {
  const { document, script, style, font, image, other, scripts } = downloads;
  const kb = (count: number) => fixed(count / 1000, 1);
  const all = document + script + style + font + image + other;
  return {
    what,
    value: `script ${kb(script)} in ${scripts.length} files`,
    comparison:
      `document ${kb(document)}, style ${kb(style)}, fonts ${kb(font)}, images ${kb(image)}, ` +
      `other ${kb(other)}: ${kb(all)}`,
    ...(mostKb !== undefined && { target: atMost(Number(kb(script)), mostKb, ' kB') }),
  };
}

function librariesLoaded(loaded: Set<string>): Line[] {
  const libraries: Library[] = ['auth-js', 'TanStack Query'];
  const built = scriptsOf();
  return libraries.map((library) => {
    const found = built[library].filter((script) => loaded.has(script)).length;
    return {
      what: `scripts with ${library} on pages for everybody`,
      value: String(found),
      target: atMost(found, 0),
    };
  });
}
