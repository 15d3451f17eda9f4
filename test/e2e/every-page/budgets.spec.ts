import type { BrowserContext } from '@playwright/test';
import { downloadsOf, scriptsOf } from '#test/e2e/support/downloads.ts';
import { fill, forEach, signedInPages } from '#test/e2e/support/pages.ts';
import { expect, test } from '#test/e2e/support/shop.ts';

const KB = 1000;

/** What was measured, and 1 kB: decision 100. */
const MOST_KB = { guest: 108, auth: 139, signedIn: 147 };

/** Of pages with more on them: a product's has the field for a PIN code, the checkout codes and the rules of delivery and cash. */
const MORE_KB: Record<string, number> = {
  ...{ '/product/1': 110, '/auth': MOST_KB.auth, '/checkout': 152 },
};

/** Pages that a visitor without an account reads; /auth needs auth-js. */
const WITHOUT_ACCOUNT = ['/', '/shop', '/product/1', '/about', '/contact', '/privacy-policy'];

test('a signed-out visitor downloads little script, and neither auth-js nor TanStack Query', async ({
  browser,
  baseURL,
}) => {
  const forSignedIn = Object.values(scriptsOf()).flat();
  await forEach([...WITHOUT_ACCOUNT, '/auth'], async (path) => {
    const { script, scripts } = await downloadsOf(browser, baseURL + path);
    expect(script).toBeGreaterThan(0);
    expect(script).toBeLessThanOrEqual((MORE_KB[path] ?? MOST_KB.guest) * KB);
    if (!WITHOUT_ACCOUNT.includes(path)) return;
    expect(scripts.filter((each) => forSignedIn.includes(each))).toEqual([]);
  });
});

test('a signed-in shopper downloads little script, and no auth-js', async ({
  browser,
  baseURL,
  page,
  signedInShopper,
}) => {
  const { order } = await fill(signedInShopper);
  // Each visit has an empty cache, and this session.
  await page.goto('/faq');
  const session = await page.evaluate(() => localStorage.getItem('shop-auth') ?? '');
  const prepare = async (context: BrowserContext) => {
    await context.addInitScript((value) => localStorage.setItem('shop-auth', value), session);
  };
  // auth-js is not downloaded: the stored access token is valid, and nothing else needs it.
  const authJs = scriptsOf()['auth-js'];
  const pages = Object.fromEntries(signedInPages('ID').map((each) => [each.path, each.complete]));
  await forEach(Object.keys(pages), async (path) => {
    const url = baseURL + path.replace('ID', order);
    const complete = pages[path];
    const visit = { prepare, ...(complete && { complete }) };
    const { script, scripts } = await downloadsOf(browser, url, visit);
    expect(script).toBeGreaterThan(90 * KB);
    expect(script).toBeLessThanOrEqual((MORE_KB[path] ?? MOST_KB.signedIn) * KB);
    expect(scripts.filter((each) => authJs.includes(each))).toEqual([]);
  });
});
