import type { Page } from '@playwright/test';
import { PHONE_VIEWPORT } from '#test/e2e/support/downloads.ts';
import { ADDRESS, expect, openHydrated, test } from '#test/e2e/support/shop.ts';
import { tap } from '#test/e2e/support/tap.ts';
import { readyToOrder } from '#test/e2e/support/to-checkout.ts';

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

test('another address is chosen at the checkout where the full router cannot be fetched', async ({
  page,
  signedInShopper,
}) => {
  await readyToOrder(signedInShopper);
  await signedInShopper.call('POST', '/addresses', { ...ADDRESS, full_name: 'Ravi Rao' });
  await page.route(ROUTER, (route) => route.abort());
  await openHydrated(page, '/checkout');
  await tap(page.getByRole('radio', { name: /Ravi Rao/ }));
  await expect(page).toHaveURL(/\/checkout\?address=/);
  await expect(page.getByRole('radio', { name: /Ravi Rao/ })).toBeChecked();
});
