import { downloadsOf, listenForDownloads } from '#test/e2e/support/downloads.ts';
import { scriptsOf } from '#test/e2e/support/libraries.ts';
import { ADDRESS, expect, openHydrated, test } from '#test/e2e/support/shop.ts';
import { readyToOrder } from '#test/e2e/support/to-checkout.ts';

const KB = 1000;

/** Today's sizes, rounded up. Visitors who do nothing on a page do not download the full router. */
const SCRIPT_KB = {
  '/': 84.5,
  '/shop': 90.5,
  '/product/1': 89.5,
  '/contact': 88.5,
  '/auth': 120.5,
};

for (const [path, limit] of Object.entries(SCRIPT_KB)) {
  test(`${path} loads at most ${limit} kB of script`, async ({ browser, baseURL }) => {
    const { script } = await downloadsOf(browser, baseURL + path);
    expect(script).toBeGreaterThan(0);
    expect(script).toBeLessThanOrEqual(limit * KB);
  });
}

/**
 * Limits for signed-in shoppers. `shows` is a text of the page or its header that shows that it is complete. The profile is
 * larger because of its form, the checkout because it checks stored data about a sent order.
 */
const SIGNED_IN = [
  { path: '/', limit: 104, shows: /^Cart, 2/ },
  { path: '/cart', limit: 110, shows: 'Order Summary' },
  { path: '/account/orders', limit: 107, shows: 'No orders yet' },
  { path: '/account/addresses', limit: 109, shows: ADDRESS.address_line1 },
  { path: '/account/profile', limit: 128, shows: 'Full Name' },
  { path: '/account/security', limit: 140, shows: 'Where you are signed in' },
  { path: '/checkout', limit: 130, shows: ADDRESS.address_line1 },
];

for (const { path, limit, shows } of SIGNED_IN) {
  test(`${path} loads at most ${limit} kB of script for a signed-in shopper`, async ({
    page,
    signedInShopper,
  }) => {
    await readyToOrder(signedInShopper);
    const downloads = await listenForDownloads(page);
    await openHydrated(page, path);
    const cart = page.getByRole('link', { name: shows });
    await expect(page.getByText(shows).or(cart).first()).toBeVisible();
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
