import type { Page } from '@playwright/test';
import { PHONE } from '#test/e2e/support/phone.ts';
import { declineCookies, expect, openHydrated, test } from '#test/e2e/support/shop.ts';
import { tap } from '#test/e2e/support/tap.ts';

/** Name, price and weight of each, the most popular first. */
const PRODUCTS = [
  ['Dried Aparajita Flowers', '₹499.00', '50g'],
  ['Premium Blue Tea Pack', '₹799.00', '100g'],
  ['Blue Tea Wellness Set', '₹1,299.00', '200g'],
  ['Organic Blue Tea Blend', '₹899.00', '100g'],
  ['Travel Tea Pack', '₹599.00', '50g'],
  ['Deluxe Gift Set', '₹1,999.00', '250g'],
] as const;

test.use(PHONE);
test.beforeEach(({ context }) => declineCookies(context));

const names = (page: Page) => page.getByRole('heading', { level: 3 });
const search = (page: Page) => page.getByPlaceholder('Search products...');
const sort = (page: Page) => page.getByLabel('Sort by');
const filters = (page: Page) => page.getByRole('button', { name: 'Filters' });
const sheet = (page: Page) => page.getByRole('dialog', { name: 'Filters' });
const wished = (page: Page) => page.getByRole('button', { name: /^Wishlist/ });
const heart = (page: Page) => page.getByRole('button', { name: 'Save to wishlist' });
const count = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });

test('six products, the most popular first, are sorted, and say why one can buy here', async ({
  page,
}) => {
  await page.goto('/shop');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Our Tea Collection');
  await expect(names(page)).toHaveText(PRODUCTS.map(([name]) => name));
  for (const [name, ...facts] of PRODUCTS)
    for (const words of [...facts, 'Rated 4.8 out of 5 from (127)'])
      await expect(page.getByRole('article').filter({ hasText: name })).toContainText(words);
  for (const signal of ['100% Natural', 'Fast Shipping', 'Secure Payment'])
    await expect(page.getByRole('heading', { name: signal })).toBeVisible();
  await expect(page.getByText('Within 3-5 business days')).toBeVisible();
  const orders = ['Most Popular', 'Price: Low to High', 'Price: High to Low', 'Newest First'];
  await expect(sort(page).locator('option')).toHaveText(orders);
  await expect(sort(page)).toHaveValue('popularity');
  for (const [order, first, query] of [
    ['Price: High to Low', 'Deluxe Gift Set', '?sort=price-desc'],
    ['Price: Low to High', 'Dried Aparajita Flowers', '?sort=price-asc'],
    ['Newest First', 'Deluxe Gift Set', '?sort=newest'],
    ['Most Popular', 'Dried Aparajita Flowers', ''],
  ] as const) {
    await sort(page).selectOption({ label: order });
    await expect(names(page).first()).toHaveText(first);
    await expect(page).toHaveURL(`/shop${query}`);
  }
});

test('searching narrows the list, the address keeps it, and Back widens it', async ({ page }) => {
  await openHydrated(page, '/shop');
  await tap(search(page));
  await search(page).pressSequentially('travel');
  await expect(names(page)).toHaveText(['Travel Tea Pack']);
  await expect(count(page, '1 product for “travel”')).toBeVisible();
  await page.goBack();
  await expect(names(page)).toHaveCount(6);
  await expect(search(page)).toHaveValue('');
  await page.goForward();
  await page.reload();
  await expect(search(page)).toHaveValue('travel');
  await expect(names(page)).toHaveText(['Travel Tea Pack']);
});

test('filters limit the list to a category, each can be removed, and all at once where nothing is found', async ({
  page,
}) => {
  await openHydrated(page, '/shop');
  await tap(filters(page));
  await tap(sheet(page).getByLabel('Gift sets'));
  await tap(sheet(page).getByRole('button', { name: 'Show products' }));
  await expect(sheet(page)).toBeHidden();
  await expect(names(page)).toHaveText(['Blue Tea Wellness Set', 'Deluxe Gift Set']);
  await expect(page).toHaveURL('/shop?category=gift-set');
  await page.goBack();
  await expect(names(page)).toHaveCount(6);
  await page.goForward();
  await tap(page.getByRole('link', { name: 'Remove filter: Gift sets' }));
  // The link no longer exists, so the focus moves to the number of products.
  await expect(count(page, '6 products')).toBeFocused();
  await tap(filters(page));
  await sheet(page).getByLabel('From').fill('₹600');
  await sheet(page).getByLabel('Up to').fill('1,299');
  await sheet(page).getByLabel('Up to').press('Enter');
  await expect(page).toHaveURL('/shop?min_price=600&max_price=1299');
  await expect(names(page)).toHaveText([
    'Premium Blue Tea Pack',
    'Blue Tea Wellness Set',
    'Organic Blue Tea Blend',
  ]);
  await tap(page.getByRole('link', { name: 'Remove filter: ₹600 to ₹1,299' }));
  await expect(names(page)).toHaveCount(6);

  await openHydrated(page, '/shop?search=coffee&category=packaged');
  await expect(page.getByRole('heading', { name: 'No tea found' })).toBeVisible();
  await tap(page.getByRole('link', { name: 'Clear all' }));
  await expect(names(page)).toHaveCount(6);
  await expect(search(page)).toHaveValue('');
});

test('the sheet of filters holds focus, and closes in three ways that change nothing', async ({
  page,
}) => {
  await openHydrated(page, '/shop');
  for (const close of [
    () => tap(sheet(page).getByRole('button', { name: 'Close' })),
    () => page.keyboard.press('Escape'),
    () => page.touchscreen.tap(195, 30),
  ]) {
    await tap(filters(page));
    await sheet(page).getByLabel('Gift sets').check();
    for (let press = 0; press < 12; press += 1) {
      await page.keyboard.press('Tab');
      await expect(page.locator('body :focus:not(dialog *)')).toHaveCount(0);
    }
    await close();
    await expect(sheet(page)).toBeHidden();
    await expect(filters(page)).toBeFocused();
    await expect(page).toHaveURL('/shop');
    await expect(names(page)).toHaveCount(6);
  }
});

test('one tap on a card puts one into the cart, and the shopper stays in the shop', async ({
  page,
  signedInShopper,
}) => {
  await openHydrated(page, '/shop');
  await tap(page.getByRole('button', { name: 'Add to Cart: Organic Blue Tea Blend' }));
  await expect(page.getByText('Item has been added to your cart.')).toBeVisible();
  await expect(page).toHaveURL('/shop');
  expect(await signedInShopper.call('GET', '/cart')).toMatchObject([
    { product_id: '4', quantity: 1 },
  ]);
});

// Products that are on a later page of the shop: changing-catalogue.spec.ts.
test('the heart saves a product, and the shop page lists it', async ({ page, context }) => {
  await openHydrated(page, '/product/4');
  await tap(heart(page));
  await expect(heart(page)).toHaveAttribute('aria-pressed', 'true');
  await tap(page.getByRole('status').getByRole('link', { name: 'View wishlist' }));
  await expect(names(page)).toHaveText(['Organic Blue Tea Blend']);
  await expect(wished(page)).toHaveText('Wishlist (1)');
  await tap(wished(page));
  await expect(names(page)).toHaveCount(6);

  // Another tab adds to it, while this one shows another page.
  await openHydrated(page, '/product/4');
  const other = await context.newPage();
  await openHydrated(other, '/product/2');
  await tap(heart(other));
  await expect(heart(other)).toHaveAttribute('aria-pressed', 'true');
  await tap(heart(page));
  await expect(heart(page)).toHaveAttribute('aria-pressed', 'false');
  await openHydrated(other, '/shop#wishlist');
  await expect(names(other)).toHaveText(['Premium Blue Tea Pack']);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('products are searched, sorted and filtered', async ({ page }) => {
    await page.goto('/shop');
    await search(page).fill('set');
    await search(page).press('Enter');
    await expect(names(page)).toHaveText(['Blue Tea Wellness Set', 'Deluxe Gift Set']);
    await sort(page).selectOption('price-desc');
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await expect(names(page).first()).toHaveText('Deluxe Gift Set');
    // The browser opens and closes the filters, as a popover.
    await filters(page).click();
    await expect(page.getByLabel('Up to')).toBeVisible();
    await page.getByRole('button', { name: 'Close' }).click();
    await expect(page.getByLabel('Up to')).toBeHidden();
    await filters(page).click();
    await page.getByLabel('Up to').fill('1500');
    await page.getByRole('button', { name: 'Show products' }).click();
    await expect(names(page)).toHaveText(['Blue Tea Wellness Set']);
  });
});
