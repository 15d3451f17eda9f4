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

  await test.step('an error page of the server is shown as it is', async () => {
    const response = await page.goto('/nowhere');
    expect(response?.status()).toBe(404);
    await expect(page.getByText('Oops! Page not found')).toBeVisible();
  });

  await test.step('opens with one tap', async () => {
    await disconnect(page);
    await page.goto('/product/1');
    await expect(heading(page)).toHaveText('You are offline');
    await expect(page).toHaveURL('/product/1');
    const logo = page.getByRole('banner').getByRole('img', { name: 'Aparajita' });
    expect(
      await logo.evaluate((img) => img instanceof HTMLImageElement && img.naturalWidth),
    ).not.toBe(0);
    // The offline page has no scripts to hydrate with: the router would take the URL for a page of its own.
    const scripts = page.locator('script[type="text/later"], script[type=module]');
    await expect(scripts).toHaveCount(0);
    // The check for the network fails, so the page does not reload by itself before the link is tapped.
    await page.route('**/product/1', (route) =>
      route.request().method() === 'HEAD' ? route.abort() : route.fallback(),
    );
    await reconnect(page);
    await page.getByRole('link', { name: 'Try again' }).click();
    await expect(heading(page)).toHaveText('Dried Aparajita Flowers');
    await page.unroute('**/product/1');
  });

  await test.step('opens by itself', async () => {
    await disconnect(page);
    await page.goto('/product/1');
    await expect(heading(page)).toHaveText('You are offline');
    await page.context().setOffline(false);
    await expect(heading(page)).toHaveText('Dried Aparajita Flowers');
    await expect(page).toHaveURL('/product/1');
  });

  await test.step('far down a page', async () => {
    await openHydrated(page, '/shop');
    await page.getByRole('main').getByRole('link').last().scrollIntoViewIfNeeded();
    const scrolled = await page.evaluate(() => scrollY);
    expect(scrolled).toBeGreaterThan(600);
    await disconnect(page);
    await page.reload();
    await expect(heading(page)).toHaveText('You are offline');
    await expect(heading(page)).toBeInViewport();
    await page.context().setOffline(false);
    await expect(heading(page)).toHaveText('Our Tea Collection');
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(scrolled);
  });

  await test.step('on the way to another page', async () => {
    await page.route('**/*.data*', (route) => route.abort());
    await openHydrated(page, '/');
    await page.getByRole('link', { name: 'Shop Now' }).click();
    await expect(heading(page)).toHaveText('Something went wrong');
    await page.unroute('**/*.data*');
    await disconnect(page);
    await page.context().setOffline(false);
    await expect(heading(page)).toHaveText('Our Tea Collection');
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

test('the page without a network asks for it seldom, not while nobody looks, and takes no error for an answer', async ({
  context,
}) => {
  const inNewTab = (title: string, check: (page: Page) => Promise<void>) =>
    test.step(title, async () => {
      const page = await context.newPage();
      await visit(page);
      await check(page);
      await page.close();
      await context.setOffline(false);
    });

  await inNewTab('a server that answers with an error has not come back yet', async (page) => {
    await disconnect(page);
    await page.goto('/product/1');
    let asked = 0;
    await page.route('**/product/1', (route) => {
      asked += 1;
      return route.fulfill({ status: 503 });
    });
    await page.evaluate(() => {
      document.title = 'the same document';
      dispatchEvent(new Event('online'));
    });
    await expect.poll(() => asked).toBeGreaterThan(2);
    await expect(page).toHaveTitle('the same document');
  });

  await inNewTab('a network that answers this but not the page', async (page) => {
    await disconnect(page);
    const waited = new Set<number>();
    await page.route('**/product/1', async (route) => {
      if (route.request().method() !== 'HEAD') return route.fallback();
      // The pause in milliseconds that the document before this one stored for the next check.
      const stored = await page.evaluate(() => sessionStorage.getItem('offline-page-reloaded'));
      if (stored) waited.add(Number(stored.split(' ')[1]));
      return route.fulfill({ status: 200 });
    });
    await page.goto('/product/1');
    await expect
      .poll(() => [...waited], { timeout: 45_000 })
      .toEqual(expect.arrayContaining([2_000, 4_000]));
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });

  await inNewTab('a page that nobody looks at', async (page) => {
    await page.clock.install();
    await disconnect(page);
    await page.goto('/product/1');
    await expect(heading(page)).toHaveText('You are offline');
    const asked: string[] = [];
    context.on('request', (request) => asked.push(request.method()));
    const look = (hidden: boolean) =>
      page.evaluate((hidden) => {
        Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
        document.dispatchEvent(new Event('visibilitychange'));
      }, hidden);
    await look(true);
    asked.length = 0;
    await page.clock.runFor(10 * 60_000);
    expect(asked).toEqual([]);
    await look(false);
    await expect.poll(() => asked).toContain('HEAD');
  });
});

ownTest(
  'a page opens by itself when the server is back, and the service worker keeps no page of the shop',
  async ({ page, ownShop }) => {
    await visit(page);
    await page.goto('/product/5');
    await expect(page.getByRole('main').getByText('₹599.00').first()).toBeVisible();
    await ownShop.sql(`update products set price = 649, mrp = 699 where id = '5'`);
    await expect
      .poll(async () => (await page.request.get('/product/5')).text())
      .toContain('₹649.00');
    await page.goto('/product/5');
    await expect(page.getByRole('main').getByText('₹649.00').first()).toBeVisible();
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
