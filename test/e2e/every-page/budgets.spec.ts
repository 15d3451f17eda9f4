import { randomUUID } from 'node:crypto';
import type { BrowserContext } from '@playwright/test';
import { downloadsOf } from '#test/e2e/support/downloads.ts';
import { forEach } from '#test/e2e/support/each-page.ts';
import { scriptsOf, scriptsWith } from '#test/e2e/support/libraries.ts';
import { expect, test } from '#test/e2e/support/shop.ts';
import { fillAccount, signedInPages } from '#test/e2e/support/signed-in-pages.ts';

const KB = 1000;

/** Today's sizes, rounded up. Visitors who do nothing on a page do not download the full router. */
const SCRIPT_KB: Record<string, number> = {
  '/': 85.5,
  '/shop': 91.5,
  '/product/1': 90.5,
  '/contact': 89.5,
  '/auth': 121,
};

/** Pages that a visitor without an account reads; /auth needs auth-js. */
const WITHOUT_ACCOUNT = ['/', '/shop', '/product/1', '/about', '/contact', '/privacy-policy'];

test('a signed-out visitor downloads little script, and neither auth-js nor TanStack Query nor the gallery', async ({
  browser,
  baseURL,
}) => {
  const forSignedIn = Object.values(scriptsOf()).flat();
  const gallery = scriptsWith(/Open a dialog/);
  expect(gallery).toHaveLength(1);
  const paths = new Set([...Object.keys(SCRIPT_KB), ...WITHOUT_ACCOUNT]);
  await forEach([...paths], async (path) => {
    const { script, scripts } = await downloadsOf(browser, baseURL + path);
    expect(script).toBeGreaterThan(0);
    expect(script).toBeLessThanOrEqual((SCRIPT_KB[path] ?? Number.POSITIVE_INFINITY) * KB);
    expect(scripts).not.toContain(gallery[0]);
    if (!WITHOUT_ACCOUNT.includes(path)) return;
    expect(scripts.filter((each) => forSignedIn.includes(each))).toEqual([]);
  });
});

/** No page of a signed-in shopper loads more. */
const SIGNED_IN_MOST_KB = 131;

/** Today's sizes, rounded up. The profile is larger because of its form, the checkout because it checks stored data. */
const SIGNED_IN_KB: Record<string, number> = {
  '/': 105,
  '/cart': 110,
  '/checkout': 131,
  '/account': 129.5,
  '/account/profile': 129.5,
  '/account/addresses': 108,
  '/account/orders': 107.5,
  '/account/orders/ID': 114.5,
  '/account/security': 128,
};

test('a signed-in shopper downloads little script, and no auth-js', async ({
  browser,
  baseURL,
  page,
  signedInShopper,
}) => {
  const orderId = await fillAccount((to, body) =>
    signedInShopper.call('POST', to, body, { 'idempotency-key': randomUUID() }),
  );
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
    const url = baseURL + path.replace('ID', orderId);
    const complete = pages[path];
    const visit = { prepare, ...(complete && { complete }) };
    const { script, scripts } = await downloadsOf(browser, url, visit);
    expect(script).toBeGreaterThan(90 * KB);
    const limit = Math.min(SIGNED_IN_KB[path] ?? 0, SIGNED_IN_MOST_KB);
    expect(script).toBeLessThanOrEqual(limit * KB);
    expect(scripts.filter((each) => authJs.includes(each))).toEqual([]);
  });
});
