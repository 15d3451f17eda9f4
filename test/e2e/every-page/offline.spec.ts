import type { Page } from '@playwright/test';
import { test as ownTest } from '#test/e2e/support/isolated-shop.ts';
import { disconnect, reconnect } from '#test/e2e/support/network.ts';
import { PHONE } from '#test/e2e/support/phone.ts';
import { expect, openHydrated, test } from '#test/e2e/support/shop.ts';

test.use({ serviceWorkers: 'allow' });
ownTest.use({ serviceWorkers: 'allow' });

const heading = (page: Page) => page.getByRole('heading', { level: 1 });

/** Visits the shop and waits until its service worker can answer without a network. */
async function visit(page: Page) {
  await page.goto('/');
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (navigator.serviceWorker.controller) return;
    await new Promise((resolve) =>
      navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
    );
  });
}

test('without a network a page says so, and is there again where it was when the network is back', async ({
  page,
  signedInShopper,
}) => {
  await signedInShopper.call('POST', '/cart/items', { product_id: '1', quantity: 1 });
  await page.setViewportSize(PHONE.viewport);
  await visit(page);

  await test.step('far down a page, which opens by itself', async () => {
    await openHydrated(page, '/shop');
    await page.getByRole('main').getByRole('link').last().scrollIntoViewIfNeeded();
    const scrolled = await page.evaluate(() => scrollY);
    expect(scrolled).toBeGreaterThan(600);
    await disconnect(page);
    await page.reload();
    await expect(heading(page)).toHaveText('You are offline');
    await expect(heading(page)).toBeInViewport();
    await expect(page).toHaveURL('/shop');
    const logo = page.getByRole('banner').getByRole('img', { name: 'Aparajita' });
    await expect(logo).not.toHaveJSProperty('naturalWidth', 0);
    await page.context().setOffline(false);
    await expect(heading(page)).toHaveText('Our Tea Collection');
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(scrolled);
  });

  await test.step('an open page loads what failed', async () => {
    await page.route('**/api/cart', (route) => route.abort());
    await page.goto('/cart');
    await expect(page.getByText('We could not reach the shop.')).toBeVisible();
    await page.unroute('**/api/cart');
    await disconnect(page);
    await reconnect(page);
    await expect(page.getByRole('main').getByText('Dried Aparajita Flowers')).toBeVisible();
  });
});

ownTest(
  'a page opens by itself when the server is back, and the service worker keeps no page of the shop',
  async ({ page, ownShop }) => {
    await visit(page);
    await page.goto('/product/5');
    const kept = await page.evaluate(async () => {
      const names = await caches.keys();
      const requests = await Promise.all(
        names.map(async (name) => (await caches.open(name)).keys()),
      );
      return requests.flat().map(({ url }) => new URL(url).pathname);
    });
    expect(kept).toEqual(['/offline', '/pictures/logo.svg', '/logo-on-night.svg']);

    await ownShop.stop();
    await page.goto('/cart');
    await expect(page.getByText('We could not reach the shop.')).toBeVisible();
    await page.clock.install();
    await page.goto('/shop?q=gift');
    await expect(heading(page)).toHaveText('You are offline');
    await ownShop.start(); // of which no browser tells
    await page.clock.runFor(60_000); // longer than the pause between two checks
    await expect(heading(page)).toHaveText('Our Tea Collection');
    await expect(page).toHaveURL('/shop?q=gift');
  },
);
