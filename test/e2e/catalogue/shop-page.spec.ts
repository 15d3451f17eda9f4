import type { Page } from '@playwright/test';
import { declineCookies } from '#test/e2e/support/cookie-consent.ts';
import { hold } from '#test/e2e/support/delayed-requests.ts';
import { PHONE } from '#test/e2e/support/phone.ts';
import { expect, expectReachable, openHydrated, test } from '#test/e2e/support/shop.ts';
import { tap } from '#test/e2e/support/tap.ts';

const PRODUCTS = [
  { name: 'Dried Aparajita Flowers', price: '₹499.00', weight: '50g' },
  { name: 'Premium Blue Tea Pack', price: '₹799.00', weight: '100g' },
  { name: 'Blue Tea Wellness Set', price: '₹1,299.00', weight: '200g' },
  { name: 'Organic Blue Tea Blend', price: '₹899.00', weight: '100g' },
  { name: 'Travel Tea Pack', price: '₹599.00', weight: '50g' },
  { name: 'Deluxe Gift Set', price: '₹1,999.00', weight: '250g' },
];

test('shows six products, most popular first, sorts them, and says why one can buy here', async ({
  page,
}) => {
  await page.goto('/shop');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Our Tea Collection');
  await expect(page.getByRole('heading', { level: 3 })).toHaveText(
    PRODUCTS.map(({ name }) => name),
  );
  for (const { name, price, weight } of PRODUCTS) {
    const card = page.getByRole('article').filter({ hasText: name });
    await expect(card).toContainText(price);
    await expect(card).toContainText(weight);
  }
  for (const signal of ['100% Natural', 'Fast Shipping', 'Secure Payment']) {
    await expect(page.getByRole('heading', { name: signal })).toBeVisible();
  }
  await expect(page.getByText('Within 3-5 business days')).toBeVisible();
  await expect(page.getByLabel('Sort by').locator('option')).toHaveText([
    'Most Popular',
    'Price: Low to High',
    'Price: High to Low',
    'Newest First',
  ]);
  await expect(page.getByLabel('Sort by')).toHaveValue('popularity');
  const first = page.getByRole('heading', { level: 3 }).first();
  for (const [order, name] of [
    ['Price: High to Low', 'Deluxe Gift Set'],
    ['Price: Low to High', 'Dried Aparajita Flowers'],
    ['Newest First', 'Deluxe Gift Set'],
    ['Most Popular', 'Dried Aparajita Flowers'],
  ] as const) {
    await page.getByLabel('Sort by').selectOption({ label: order });
    await expect(first).toHaveText(name);
  }
  await expect(page).toHaveURL('/shop');
  // An address with nonsense in it still opens the shop.
  const response = await page.goto(`/shop?sort=loudest&category=coffee&search=${'x'.repeat(500)}`);
  expect(response?.status()).toBe(200);
  await expect(page.getByRole('heading', { level: 3 })).toHaveCount(6);
});

test('Back to a search whose address has a slash at its end shows what was found', async ({
  page,
}) => {
  await openHydrated(page, '/shop/?search=travel');
  const names = page.getByRole('heading', { level: 3 });
  await expect(names).toHaveText(['Travel Tea Pack']);
  await page.getByRole('link', { name: 'View Details of Travel Tea Pack' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Travel Tea Pack');
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Our Tea Collection');
  await expect(names).toHaveText(['Travel Tea Pack']);
});

test('searching narrows the list, the address keeps it, and Back widens it', async ({ page }) => {
  await page.goto('/shop');
  const search = page.getByPlaceholder('Search products...');
  await search.fill('travel');
  await expect(page.getByRole('heading', { level: 3 })).toHaveText(['Travel Tea Pack']);
  await expect(
    page.getByRole('status').filter({ hasText: '1 product for “travel”' }),
  ).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 3 })).toHaveCount(6);
  await expect(search).toHaveValue('');
  await page.goForward();
  await expect(search).toHaveValue('travel');
  await page.reload();
  await expect(search).toHaveValue('travel');
  await expect(page.getByRole('heading', { level: 3 })).toHaveText(['Travel Tea Pack']);
});

test('a choice taken back before its list came leaves list and form as they were', async ({
  page,
}) => {
  await page.goto('/shop');
  const first = page.getByRole('heading', { level: 3 }).first();
  const sort = page.getByLabel('Sort by');
  await sort.selectOption('newest');
  await expect(first).toHaveText('Deluxe Gift Set');
  const list = await hold(page, '**/shop.data?*sort=price-asc*');
  const asked = page.waitForRequest('**/shop.data?*sort=price-asc*');
  await sort.selectOption('price-asc');
  await asked;
  await sort.selectOption('newest');
  list();
  await page.waitForLoadState('networkidle');
  await expect(sort).toHaveValue('newest');
  await expect(first).toHaveText('Deluxe Gift Set');
  await expect(page).toHaveURL('/shop?sort=newest');
  // The undone change has no history entry.
  await page.goBack();
  await expect(page).toHaveURL('/shop');
  await expect(sort).toHaveValue('popularity');
  await expect(first).toHaveText('Dried Aparajita Flowers');
});

test('one search is one step back, however slow its lists are', async ({ page }) => {
  // Before the page opens: Chromium aborts what a page is loading when its requests are first intercepted.
  const list = await hold(page, '**/shop.data?*search=tr*');
  await page.goto('/about');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Shop' }).click();
  const search = page.getByPlaceholder('Search products...');
  const asked = page.waitForRequest('**/shop.data?*search=tr*');
  await search.fill('tr');
  await asked;
  // Typed while the first list is loading, and applied when that has arrived.
  await search.fill('travel');
  list();
  await expect(page).toHaveURL('/shop?search=travel');
  await expect(page.getByRole('heading', { level: 3 })).toHaveText(['Travel Tea Pack']);
  await search.fill('');
  await expect(page.getByRole('heading', { level: 3 })).toHaveCount(6);
  await page.goBack();
  await expect(search).toHaveValue('travel');
  await page.goBack();
  await expect(page).toHaveURL('/shop');
  await expect(search).toHaveValue('');
  await page.goBack();
  await expect(page).toHaveURL('/about');
});

/** Changes a field of the filter form after the list has got its history entry, but before React draws the list. */
async function changeWhenItArrives(page: Page, list: string, name: string, value: string) {
  await page.evaluate(
    ({ list, name, value }) => {
      const push = history.pushState.bind(history);
      history.pushState = (state, unused, url) => {
        push(state, unused, url);
        if (!String(url).endsWith(list)) return;
        history.pushState = push;
        queueMicrotask(() => {
          const form = document.querySelector<HTMLFormElement>('form:has([name=search])');
          const field = form?.elements.namedItem(name);
          if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) {
            field.value = value;
          }
          form?.requestSubmit();
        });
      };
    },
    { list, name, value },
  );
}

test('what is typed while a list is being drawn belongs to the same search', async ({ page }) => {
  await openHydrated(page, '/shop');
  const search = page.getByPlaceholder('Search products...');
  await changeWhenItArrives(page, '?search=tr', 'search', 'travel');
  await search.fill('tr');
  await expect(page).toHaveURL('/shop?search=travel');
  await expect(page.getByRole('heading', { level: 3 })).toHaveText(['Travel Tea Pack']);
  await page.goBack();
  await expect(page).toHaveURL('/shop');
  await expect(search).toHaveValue('');
});

test('a choice taken back while its list is being drawn is a step of its own', async ({ page }) => {
  await openHydrated(page, '/shop');
  const sort = page.getByLabel('Sort by');
  const steps = () => page.evaluate(() => history.length);
  const before = await steps();
  await changeWhenItArrives(page, '?sort=newest', 'sort', 'popularity');
  await sort.selectOption('newest');
  await expect.poll(steps).toBe(before + 2);
  await expect(page).toHaveURL('/shop');
  await page.goBack();
  await expect(page).toHaveURL('/shop?sort=newest');
  await expect(sort).toHaveValue('newest');
});

test('in a low window every part of the filters can be reached', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 256 });
  await page.goto('/shop');
  await page.getByRole('button', { name: 'Decline Non-Essential' }).click();
  await page.getByRole('button', { name: 'Filters' }).click();
  await expectReachable(page.getByLabel('All teas'));
  await expectReachable(page.getByRole('button', { name: 'Show products' }));
  await expectReachable(page.getByLabel('All teas'));
});

test('filters limit the list to a category, each can be removed, and all at once where nothing is found', async ({
  page,
}) => {
  await openHydrated(page, '/shop');
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByLabel('Gift sets').check();
  await page.getByRole('button', { name: 'Show products' }).click();
  await expect(page.getByRole('heading', { level: 3 })).toHaveText([
    'Blue Tea Wellness Set',
    'Deluxe Gift Set',
  ]);
  await expect(page.getByRole('button', { name: 'Show products' })).toBeHidden();
  await expect(page).toHaveURL('/shop?category=gift-set');
  await page.getByRole('link', { name: 'Remove filter: Gift sets' }).click();
  await expect(page.getByRole('heading', { level: 3 })).toHaveCount(6);
  // The link no longer exists, so the focus moves to the number of products.
  await expect(page.getByRole('status').filter({ hasText: '6 products' })).toBeFocused();
  await page.getByRole('button', { name: 'Filters' }).click();
  await expect(page.getByLabel('All teas')).toBeChecked();

  // Nothing found: one way leads back to everything.
  await openHydrated(page, '/shop?search=coffee&category=packaged');
  await expect(page.getByRole('heading', { name: 'No tea found' })).toBeVisible();
  await page.getByRole('link', { name: 'Clear all' }).click();
  await expect(page.getByRole('heading', { level: 3 })).toHaveCount(6);
  await expect(page.getByRole('status').filter({ hasText: '6 products' })).toBeFocused();
  await expect(page.getByPlaceholder('Search products...')).toHaveValue('');
});

test.describe('on a phone', () => {
  test.use(PHONE);

  test('the keyboard’s search key closes the keyboard, which covers what was found', async ({
    page,
  }) => {
    await openHydrated(page, '/shop');
    const search = page.getByPlaceholder('Search products...');
    await search.tap();
    await search.pressSequentially('travel');
    await expect(page.getByRole('heading', { level: 3 })).toHaveText(['Travel Tea Pack']);
    await expect(search).toBeFocused();
    await search.press('Enter');
    await expect(search).not.toBeFocused();
    await expect(page.getByRole('heading', { level: 3 })).toHaveText(['Travel Tea Pack']);
  });

  test('two filters removed while the lists load are both removed', async ({ page }) => {
    await declineCookies(page.context());
    await openHydrated(page, '/shop?category=gift-set&min_price=600');
    const lists = await hold(page, '**/shop.data*');
    const asked = page.waitForRequest('**/shop.data?min_price=600*');
    await tap(page.getByRole('link', { name: 'Remove filter: Gift sets' }));
    await asked;
    const whole = page.waitForRequest((request) => /shop\.data/.test(request.url()));
    await tap(page.getByRole('link', { name: 'Remove filter: From ₹600' }));
    await whole;
    lists();
    await expect(page).toHaveURL('/shop');
    await expect(page.getByRole('heading', { level: 3 })).toHaveCount(6);
  });
});

test('price limits filter the list, are in the URL, and can be removed', async ({ page }) => {
  await page.goto('/shop');
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByLabel('From').fill('₹600');
  await page.getByLabel('Up to').fill('1,299');
  await page.getByLabel('Up to').press('Enter');
  await expect(page).toHaveURL('/shop?min_price=600&max_price=1299');
  await expect(page.getByRole('heading', { level: 3 })).toHaveText([
    'Premium Blue Tea Pack',
    'Blue Tea Wellness Set',
    'Organic Blue Tea Blend',
  ]);
  await expect(page.getByRole('status').filter({ hasText: '3 products' })).toBeVisible();
  await page.getByLabel('Sort by').selectOption({ label: 'Price: Low to High' });
  await expect(page).toHaveURL('/shop?min_price=600&max_price=1299&sort=price-asc');
  await page.getByRole('link', { name: 'Remove filter: ₹600 to ₹1,299' }).click();
  await expect(page.getByRole('heading', { level: 3 })).toHaveCount(6);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 3 })).toHaveCount(3);
  await page.getByRole('button', { name: 'Filters' }).click();
  await expect(page.getByLabel('From')).toHaveValue('600');
});

test('what a search or a limit lists stays out of search engines, and is no copy of the shop', async ({
  page,
}) => {
  for (const query of ['search=tea', 'min_price=600', 'max_price=600', 'after=3']) {
    await page.goto(`/shop?${query}`);
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex, follow');
    await expect(page.locator('link[rel=canonical]')).toHaveCount(0);
  }
  for (const query of ['', '?sort=newest', '?category=gift-set', '?utm_source=letter']) {
    await page.goto(`/shop${query}`);
    await expect(page.locator('meta[name=robots]')).toHaveCount(0);
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /\/shop$/);
  }
});

test('answers without JavaScript', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL: baseURL ?? '', javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto('/shop');
  await page.getByPlaceholder('Search products...').fill('set');
  await page.getByPlaceholder('Search products...').press('Enter');
  await expect(page.getByRole('heading', { level: 3 })).toHaveText([
    'Blue Tea Wellness Set',
    'Deluxe Gift Set',
  ]);
  await page.getByLabel('Sort by').selectOption('price-desc');
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(page.getByRole('heading', { level: 3 }).first()).toHaveText('Deluxe Gift Set');
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByLabel('Up to').fill('1500');
  await page.getByRole('button', { name: 'Show products' }).click();
  await expect(page.getByRole('heading', { level: 3 })).toHaveText(['Blue Tea Wellness Set']);
  await context.close();
});
