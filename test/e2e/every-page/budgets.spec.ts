import { randomUUID } from 'node:crypto';
import { downloadsOf, listenForDownloads } from '#test/e2e/support/downloads.ts';
import { scriptsOf } from '#test/e2e/support/libraries.ts';
import { expect, openHydrated, test } from '#test/e2e/support/shop.ts';
import { fillAccount, signedInPages } from '#test/e2e/support/signed-in-pages.ts';

const KB = 1000;

/** Today's sizes, rounded up. Visitors who do nothing on a page do not download the full router. */
const SCRIPT_KB = {
  '/': 85,
  '/shop': 91.5,
  '/product/1': 90.5,
  '/contact': 89.5,
  '/auth': 121,
};

for (const [path, limit] of Object.entries(SCRIPT_KB)) {
  test(`${path} loads at most ${limit} kB of script`, async ({ browser, baseURL }) => {
    const { script } = await downloadsOf(browser, baseURL + path);
    expect(script).toBeGreaterThan(0);
    expect(script).toBeLessThanOrEqual(limit * KB);
  });
}

/** No page of a signed-in shopper loads more. */
const SIGNED_IN_MOST_KB = 131;

/** Today's sizes, rounded up. The profile is larger because of its form, the checkout because it checks stored data. */
const SIGNED_IN_KB: Record<string, number> = {
  '/': 104.5,
  '/cart': 110,
  '/checkout': 131,
  '/account': 129,
  '/account/profile': 129,
  '/account/addresses': 108,
  '/account/orders': 107,
  '/account/orders/ID': 114.5,
  '/account/security': 127.5,
};

for (const { path, complete } of signedInPages('ID')) {
  const limit = Math.min(SIGNED_IN_KB[path] ?? 0, SIGNED_IN_MOST_KB);
  test(`${path} loads at most ${limit} kB of script for a signed-in shopper`, async ({
    page,
    signedInShopper,
  }) => {
    const orderId = await fillAccount((to, body) =>
      signedInShopper.call('POST', to, body, { 'idempotency-key': randomUUID() }),
    );
    const downloads = await listenForDownloads(page);
    await openHydrated(page, path.replace('ID', orderId));
    await expect(complete(page)).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect(downloads.script).toBeGreaterThan(90 * KB);
    expect(downloads.script).toBeLessThanOrEqual(limit * KB);
    // auth-js is not downloaded: the stored access token is valid, and nothing else needs it.
    const authJs = scriptsOf()['auth-js'];
    expect(downloads.scripts.filter((script) => authJs.includes(script))).toEqual([]);
  });
}

for (const path of ['/', '/shop', '/product/1', '/about', '/contact', '/privacy-policy']) {
  test(`a signed-out visitor of ${path} downloads neither auth-js nor TanStack Query`, async ({
    browser,
    baseURL,
  }) => {
    const { scripts } = await downloadsOf(browser, baseURL + path);
    const forSignedIn = Object.values(scriptsOf()).flat();
    expect(scripts.length).toBeGreaterThan(0);
    expect(scripts.filter((script) => forSignedIn.includes(script))).toEqual([]);
  });
}

test('a product page is less than 60 kB of HTML before compression, its style left out', async ({
  request,
}) => {
  const html = await (await request.get('/product/1')).text();
  const unstyled = html.replace(/<style>.*?<\/style>/s, '');
  expect(Buffer.byteLength(unstyled)).toBeLessThan(60 * KB);
});
