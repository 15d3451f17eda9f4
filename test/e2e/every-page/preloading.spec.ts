import type { Page } from '@playwright/test';
import { PHONE_VIEWPORT } from '#test/e2e/support/downloads.ts';
import { expect, openHydrated, test } from '#test/e2e/support/shop.ts';

const ROUTER = '**/assets/full-router-*.js';

/** The URLs of the router's scripts that the page requests from now on. */
function routerRequests(page: Page): string[] {
  const requests: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/full-router-')) requests.push(request.url());
  });
  return requests;
}

test.use({ ...PHONE_VIEWPORT, hasTouch: true });

test('the full router comes with a visitor’s first act, and its absence stops no link', async ({
  page,
}) => {
  const requests = routerRequests(page);
  const shopNow = page.getByRole('link', { name: 'Shop Now' }).first();
  await openHydrated(page, '/');
  await page.waitForLoadState('networkidle');
  expect(requests).toEqual([]);
  await page.mouse.wheel(0, 300);
  await expect.poll(() => requests.length).toBe(1);

  await test.step('Back, after a reload and nothing else, shows the page before', async () => {
    await shopNow.tap();
    await expect(page).toHaveURL('/shop');
    await page.reload();
    await expect(page.locator('html[data-hydrated]')).toBeAttached();
    await page.goBack();
    await expect(page).toHaveURL('/');
    await expect(page).toHaveTitle(/butterfly pea flower tea from India/);
    await expect(page.getByPlaceholder('Search products...')).toBeHidden();
    await page.goForward();
    await expect(page.getByPlaceholder('Search products...')).toBeVisible();
  });

  await test.step('a guest is redirected from the cart without a second wait', async () => {
    requests.length = 0;
    await page.goto('/cart');
    await expect(page).toHaveURL('/auth');
    expect(requests).toHaveLength(1);
  });

  await test.step('who looks at a product has the sign-in page before Add to Cart', async () => {
    await openHydrated(page, '/product/1');
    const signIn = page.locator('link[rel="modulepreload"][href*="/auth-page-"]');
    await page.waitForLoadState('networkidle');
    await expect(signIn).toHaveCount(0);
    await page.mouse.wheel(0, 200);
    await expect(signIn).toHaveCount(1);
  });

  await page.route(ROUTER, (route) => route.abort());
  await openHydrated(page, '/');
  await shopNow.tap();
  await expect(page).toHaveURL('/shop');
  await expect(page.getByRole('heading', { level: 3 })).toHaveCount(6);
});

const CARD = 'View Details of Premium Blue Tea Pack';
const DATA = '/product/2.data';

test('a pointer that rests on a card fetches its product, the click fetches nothing of it again, and without a network the page stays', async ({
  page,
}) => {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const sent: string[] = [];
  const asked = new Map<string, string>();
  session.on('Network.requestWillBeSent', ({ requestId, request }) => {
    asked.set(requestId, new URL(request.url).pathname);
  });
  session.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.fromDiskCache || response.fromPrefetchCache) return;
    sent.push(asked.get(requestId) ?? '');
  });
  await openHydrated(page, '/shop');
  const script = page.waitForResponse('**/assets/product-page-*.js');
  const data = page.waitForResponse((response) => response.url().includes(DATA));
  await page.getByRole('link', { name: CARD }).hover();
  await (await script).finished();
  await (await data).finished();
  expect(page.url()).toContain('/shop');

  await page.getByRole('link', { name: CARD }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Premium Blue Tea Pack');
  expect(sent.filter((path) => path === DATA)).toHaveLength(1);
  expect(sent.filter((path) => path.startsWith('/assets/product-page-'))).toHaveLength(1);

  // Without a network a card that is touched preloads nothing, and the page stays.
  await openHydrated(page, '/shop');
  await page.evaluate(() => document.documentElement.setAttribute('same-page', ''));
  await page.route(/\.js$|\.data/, (route) => route.abort('internetdisconnected'));
  for (const name of [CARD, 'View Details of Organic Blue Tea Blend']) {
    const failed = page.waitForEvent('requestfailed');
    await page.getByRole('link', { name }).hover();
    await failed;
    await page.mouse.move(0, 0);
  }
  await expect(page.locator('html[same-page]')).toBeAttached();
});
