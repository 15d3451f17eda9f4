import type { Page } from '@playwright/test';
import { declineCookies } from '#test/e2e/support/cookie-consent.ts';
import { hold } from '#test/e2e/support/delayed-requests.ts';
import { PHONE } from '#test/e2e/support/phone.ts';
import { expect, expectReachable, openHydrated, test } from '#test/e2e/support/shop.ts';
import { expectTappable, tap } from '#test/e2e/support/tap.ts';

const PRODUCTS = [
  { name: 'Dried Aparajita Flowers', price: '₹499.00', weight: '50g' },
  { name: 'Premium Blue Tea Pack', price: '₹799.00', weight: '100g' },
  { name: 'Blue Tea Wellness Set', price: '₹1,299.00', weight: '200g' },
  { name: 'Organic Blue Tea Blend', price: '₹899.00', weight: '100g' },
  { name: 'Travel Tea Pack', price: '₹599.00', weight: '50g' },
  { name: 'Deluxe Gift Set', price: '₹1,999.00', weight: '250g' },
];

test.use(PHONE);
test.beforeEach(({ context }) => declineCookies(context));

const names = (page: Page) => page.getByRole('heading', { level: 3 });
const search = (page: Page) => page.getByPlaceholder('Search products...');
const sort = (page: Page) => page.getByLabel('Sort by');
const filters = (page: Page) => page.getByRole('button', { name: 'Filters' });
const sheet = (page: Page) => page.getByRole('dialog', { name: 'Filters' });
const count = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });

test('six products, the most popular first, are sorted, and say why one can buy here', async ({
  page,
}) => {
  await page.goto('/shop');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Our Tea Collection');
  await expect(names(page)).toHaveText(PRODUCTS.map(({ name }) => name));
  for (const { name, price, weight } of PRODUCTS) {
    const card = page.getByRole('article').filter({ hasText: name });
    await expect(card).toContainText(price);
    await expect(card).toContainText(weight);
    await expect(card).toContainText('Rated 4.8 out of 5 from (127)');
  }
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
  await expect(search(page)).toBeFocused();
  // The key closes the keyboard, which covers what was found.
  await search(page).press('Enter');
  await expect(search(page)).not.toBeFocused();
  await expect(names(page)).toHaveText(['Travel Tea Pack']);
  await page.goBack();
  await expect(names(page)).toHaveCount(6);
  await expect(search(page)).toHaveValue('');
  await page.goForward();
  await expect(search(page)).toHaveValue('travel');
  await page.reload();
  await expect(search(page)).toHaveValue('travel');
  await expect(names(page)).toHaveText(['Travel Tea Pack']);

  // Also where the address has a slash at its end, and from a product.
  await openHydrated(page, '/shop/?search=travel');
  await tap(page.getByRole('link', { name: 'View Details of Travel Tea Pack' }));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Travel Tea Pack');
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Our Tea Collection');
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
  await expect(names(page)).toHaveCount(6);
  // The link no longer exists, so the focus moves to the number of products.
  await expect(count(page, '6 products')).toBeFocused();
  await tap(filters(page));
  await expect(sheet(page).getByLabel('All teas')).toBeChecked();

  await sheet(page).getByLabel('From').fill('₹600');
  await sheet(page).getByLabel('Up to').fill('1,299');
  await sheet(page).getByLabel('Up to').press('Enter');
  await expect(page).toHaveURL('/shop?min_price=600&max_price=1299');
  await expect(names(page)).toHaveText([
    'Premium Blue Tea Pack',
    'Blue Tea Wellness Set',
    'Organic Blue Tea Blend',
  ]);
  await sort(page).selectOption({ label: 'Price: Low to High' });
  await expect(page).toHaveURL('/shop?min_price=600&max_price=1299&sort=price-asc');
  await tap(page.getByRole('link', { name: 'Remove filter: ₹600 to ₹1,299' }));
  await expect(names(page)).toHaveCount(6);
  await page.goBack();
  await expect(names(page)).toHaveCount(3);
  await tap(filters(page));
  await expect(sheet(page).getByLabel('From')).toHaveValue('600');

  await openHydrated(page, '/shop?search=coffee&category=packaged');
  await expect(page.getByRole('heading', { name: 'No tea found' })).toBeVisible();
  await tap(page.getByRole('link', { name: 'Clear all' }));
  await expect(names(page)).toHaveCount(6);
  await expect(count(page, '6 products')).toBeFocused();
  await expect(search(page)).toHaveValue('');

  // Two that are removed while the lists load are both removed.
  await openHydrated(page, '/shop?category=gift-set&min_price=600');
  const release = await hold(page, '**/shop.data*');
  const asked = page.waitForRequest('**/shop.data?min_price=600*');
  await tap(page.getByRole('link', { name: 'Remove filter: Gift sets' }));
  await asked;
  const whole = page.waitForRequest((request) => /shop\.data/.test(request.url()));
  await tap(page.getByRole('link', { name: 'Remove filter: From ₹600' }));
  await whole;
  release();
  await expect(page).toHaveURL('/shop');
  await expect(names(page)).toHaveCount(6);
});

test('what is chosen while a list loads or is drawn counts, and each search is one step back', async ({
  page,
}) => {
  await test.step('one search, however slow its lists are', async () => {
    // Before the page opens: Chromium aborts what a page is loading when its requests are first intercepted.
    const release = await hold(page, '**/shop.data?*search=tr*');
    await openHydrated(page, '/about');
    await tap(page.getByRole('contentinfo').getByRole('link', { name: 'Shop', exact: true }));
    const asked = page.waitForRequest('**/shop.data?*search=tr*');
    await search(page).fill('tr');
    await asked;
    // Typed while the first list is loading, and applied when that has arrived.
    await search(page).fill('travel');
    release();
    await expect(page).toHaveURL('/shop?search=travel');
    await expect(names(page)).toHaveText(['Travel Tea Pack']);
    await search(page).fill('');
    await expect(names(page)).toHaveCount(6);
    await page.goBack();
    await expect(search(page)).toHaveValue('travel');
    await page.goBack();
    await expect(page).toHaveURL('/shop');
    await expect(search(page)).toHaveValue('');
    await page.goBack();
    await expect(page).toHaveURL('/about');
  });

  await test.step('an order that is taken back before its list came leaves no step', async () => {
    await openHydrated(page, '/shop');
    await sort(page).selectOption('newest');
    await expect(names(page).first()).toHaveText('Deluxe Gift Set');
    const release = await hold(page, '**/shop.data?*sort=price-asc*');
    const asked = page.waitForRequest('**/shop.data?*sort=price-asc*');
    await sort(page).selectOption('price-asc');
    await asked;
    await sort(page).selectOption('newest');
    release();
    await page.waitForLoadState('networkidle');
    await expect(sort(page)).toHaveValue('newest');
    await expect(names(page).first()).toHaveText('Deluxe Gift Set');
    await expect(page).toHaveURL('/shop?sort=newest');
    await page.goBack();
    await expect(page).toHaveURL('/shop');
    await expect(sort(page)).toHaveValue('popularity');
  });

  await test.step('what is typed while a list is drawn belongs to its search', async () => {
    await openHydrated(page, '/shop');
    await typeWhenItArrives(page, '?search=tr', 'travel');
    await search(page).fill('tr');
    await expect(page).toHaveURL('/shop?search=travel');
    await expect(names(page)).toHaveText(['Travel Tea Pack']);
    await page.goBack();
    await expect(page).toHaveURL('/shop');
    await expect(search(page)).toHaveValue('');
  });
});

/** Types into the search after a list has got its history entry, but before React draws the list. */
async function typeWhenItArrives(page: Page, list: string, text: string) {
  await page.evaluate(
    ({ list, text }) => {
      const push = history.pushState.bind(history);
      history.pushState = (state, unused, url) => {
        push(state, unused, url);
        if (!String(url).endsWith(list)) return;
        history.pushState = push;
        queueMicrotask(() => {
          const field = document.querySelector<HTMLInputElement>('[name=search]');
          if (field) field.value = text;
          field?.form?.requestSubmit();
        });
      };
    },
    { list, text },
  );
}

test('the sheet of filters holds focus and scrolling, and closes in three ways that change nothing', async ({
  page,
}) => {
  await openHydrated(page, '/shop');
  const opened = await filters(page).evaluate(async (button: HTMLButtonElement) => {
    const names: (string | null)[] = [];
    button.focus();
    addEventListener('focusin', ({ target }) => {
      if (target instanceof Element)
        names.push(target.getAttribute('aria-label') ?? target.textContent);
    });
    button.click();
    // The dialog becomes modal in a later task. It is seen at once, and taps until then go nowhere.
    const sheet = document.getElementById('filters');
    const atOnce = { visible: sheet?.checkVisibility(), modal: sheet?.matches(':modal') };
    document.querySelector<HTMLAnchorElement>('header a[href="/"]')?.click();
    document.querySelector<HTMLInputElement>('#filters [value="gift-set"]')?.click();
    button.click();
    while (!document.querySelector('dialog:modal'))
      await new Promise((resolve) => setTimeout(resolve, 10));
    await new Promise((resolve) => setTimeout(resolve, 100));
    return { ...atOnce, focused: names };
  });
  expect(opened).toEqual({ visible: true, modal: false, focused: ['Close'] });
  await expect(page).toHaveURL('/shop');
  for (let press = 0; press < 12; press += 1) {
    await page.keyboard.press('Tab');
    await expect(page.locator('body :focus:not(dialog *)')).toHaveCount(0);
  }
  const before = await page.evaluate(() => window.scrollY);
  for (const y of [60, 700]) {
    await page.mouse.move(195, y);
    await page.mouse.wheel(0, 600);
  }
  await page.keyboard.press('Escape');
  expect(await page.evaluate(() => window.scrollY)).toBe(before);

  for (const close of [
    () => tap(sheet(page).getByRole('button', { name: 'Close' })),
    () => page.keyboard.press('Escape'),
    () => page.touchscreen.tap(195, 30),
  ]) {
    await tap(filters(page));
    await sheet(page).getByLabel('Gift sets').check();
    await close();
    await expect(sheet(page)).toBeHidden();
    await expect(filters(page)).toBeFocused();
    await expect(page).toHaveURL('/shop');
    await expect(names(page)).toHaveCount(6);
  }
  await page.setViewportSize({ width: 320, height: 256 });
  await tap(filters(page));
  for (const part of [
    sheet(page).getByLabel('All teas'),
    sheet(page).getByRole('button', { name: 'Show products' }),
    sheet(page).getByLabel('All teas'),
  ])
    await expectReachable(part);
});

test('one tap on a card puts one into the cart, and the shopper stays in the shop', async ({
  page,
  browser,
  signedInShopper,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await openHydrated(page, '/shop');
  const add = page.getByRole('button', { name: 'Add to Cart: Organic Blue Tea Blend' });
  await expectTappable(add);
  expect(asked.filter((path) => /add-to-cart|put-in-cart/.test(path))).toEqual([]);
  await tap(add);
  const added = page.getByText('Item has been added to your cart.');
  await expect(added).toBeVisible();
  await expect(page).toHaveURL('/shop');
  expect(await signedInShopper.call('GET', '/cart')).toMatchObject([
    { product_id: '4', quantity: 1 },
  ]);
  await tap(page.getByRole('banner').getByRole('link', { name: /^Cart/ }));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/cart/i);
  expect(await added.count(), 'the message stays behind, at once').toBe(0);

  // The link lies over the picture.
  await openHydrated(page, '/shop');
  const picture = page.getByRole('article').filter({ hasText: 'Deluxe' }).locator('picture');
  await picture.evaluate((part) => part.scrollIntoView({ block: 'center' }));
  const { x = 0, y = 0, width = 0, height = 0 } = (await picture.boundingBox()) ?? {};
  await page.touchscreen.tap(x + width / 2, y + height / 2);
  await expect(page).toHaveURL('/product/6');

  const guest = await (await browser.newContext(PHONE)).newPage();
  await openHydrated(guest, new URL('/shop', page.url()).href);
  await guest.getByRole('button', { name: 'Add to Cart: Travel Tea Pack' }).tap();
  await expect(guest.getByText('Please sign in to add items to cart')).toBeVisible();
  await expect(guest).toHaveURL(/\/auth/);
  await guest.context().close();
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
