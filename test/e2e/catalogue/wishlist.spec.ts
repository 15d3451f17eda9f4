import type { APIRequestContext, Page } from '@playwright/test';
import { declineCookies } from '#test/e2e/support/cookie-consent.ts';
import { type OwnShop, test } from '#test/e2e/support/isolated-shop.ts';
import { PHONE } from '#test/e2e/support/phone.ts';
import { expect, expectAccessible, openHydrated } from '#test/e2e/support/shop.ts';
import { tap } from '#test/e2e/support/tap.ts';

// All in one separate shop and one after another, because each test changes it.
test.describe.configure({ mode: 'default' });
test.use(PHONE);
test.beforeEach(({ context }) => declineCookies(context));

test.beforeAll(async ({ ownShop }) => {
  await ownShop.sql(`
    insert into products (id, name, description, long_description, price, weight, image, images, category, benefits,
      brewing, ingredients, certifications, rating, review_count, popularity, stock)
    select 'lot' || n, 'Lot ' || n, description, long_description, 100 + n, weight, image, images, category,
      benefits, brewing, ingredients, certifications, rating, review_count, -n, 10
    from products, generate_series(1, 30) n where id = '1'
    on conflict do nothing`);
});

test.afterEach(({ ownShop }) =>
  ownShop.sql(`update products set active = true where id = 'lot29'`),
);

const names = (page: Page) => page.getByRole('main').getByRole('heading', { level: 3 });
const filter = (page: Page) => page.getByRole('button', { name: /^Wishlist/ });

/** Hides a product; returns when neither the API nor a page contains it any more. */
async function hide(ownShop: OwnShop, request: APIRequestContext, id: string, name: string) {
  await ownShop.sql('update products set active = false where id = $1', [id]);
  const isShown = async () =>
    (await request.get(`/api/products/${id}`)).ok() ||
    (await (await request.get('/shop')).text()).includes(name);
  await expect.poll(isShown).toBe(false);
}

async function wish(page: Page, ...ids: string[]) {
  await page.addInitScript((stored) => {
    if (window.localStorage.getItem('wishlist') === null)
      window.localStorage.setItem('wishlist', stored);
  }, JSON.stringify(ids));
}

test('what stands on a later page of the shop is on the wish list, and the whole list is a tap away', async ({
  page,
}) => {
  await wish(page, '4');
  await openHydrated(page, '/product/lot30');
  await tap(page.getByRole('button', { name: 'Save to wishlist' }));
  await tap(page.getByRole('status').getByRole('link', { name: 'View wishlist' }));
  await expect(names(page)).toHaveText(['Organic Blue Tea Blend', 'Lot 30']);
  await expect(page.getByRole('status').filter({ hasText: '2 products' })).toBeVisible();
  await expectAccessible(page);
  await tap(filter(page));
  await expect(names(page)).toHaveCount(24);
  await expect(page.getByRole('link', { name: 'Show more products' })).toBeVisible();
});

test('the wish list is not cut down by the filter of the shop’s list, and a new search leaves it', async ({
  page,
}) => {
  await wish(page, '4', 'lot30');
  await openHydrated(page, '/shop?category=gift-set');
  await tap(filter(page));
  await expect(names(page)).toHaveText(['Organic Blue Tea Blend', 'Lot 30']);
  await expect(page.getByRole('link', { name: /Remove filter/ })).toHaveCount(0);
  await page.getByRole('searchbox').fill('wellness');
  await page.getByRole('searchbox').press('Enter');
  await expect(names(page)).toHaveText(['Blue Tea Wellness Set', 'Deluxe Gift Set']);
});

test('a product that the shop has hidden leaves the wish list and its count', async ({
  page,
  request,
  ownShop,
}) => {
  // A list that nothing was ever put on is called empty, and not sold out.
  await openHydrated(page, '/shop#wishlist');
  await expect(page.getByText('Your wishlist is empty.')).toBeVisible();
  await expect(page.getByText('sold any more')).toHaveCount(0);
  await wish(page, '5', 'lot29', 'never-sold');
  await hide(ownShop, request, 'lot29', 'Lot 29');
  await page.goto('/about'); // the same URL once more would load nothing
  await openHydrated(page, '/shop#wishlist');
  await expect(filter(page)).toHaveText('Wishlist (1)');
  await expect(names(page)).toHaveText(['Travel Tea Pack']);

  await hide(ownShop, request, '5', 'Travel Tea Pack');
  await page.reload();
  await expect(page.getByText('Nothing on your wishlist is sold any more.')).toBeVisible();
  await expect(filter(page)).toBeHidden();
  await tap(page.getByRole('link', { name: 'Clear all' }));
  await expect(names(page)).toHaveCount(24);
});

test('without a network the wish list says so, and is read again', async ({ page }) => {
  await wish(page, '4', 'lot30');
  await page.route('**/api/products/*', (route) => route.abort());
  await openHydrated(page, '/shop#wishlist');
  await expect(names(page)).toHaveText(['Organic Blue Tea Blend']);
  const retry = page.getByRole('alert').getByRole('button', { name: 'Try again' });
  await expect(retry).toBeVisible();
  await page.unroute('**/api/products/*');
  await tap(retry);
  await expect(names(page)).toHaveText(['Organic Blue Tea Blend', 'Lot 30']);
});

test('what another tab put on the wish list stays, while this one shows a page without hearts', async ({
  page,
  context,
}) => {
  const heart = (tab: Page) => tab.getByRole('button', { name: 'Save to wishlist' });
  await openHydrated(page, '/product/lot1');
  await tap(heart(page));
  await tap(page.getByRole('contentinfo').getByRole('link', { name: 'About Us' }));
  await expect(page).toHaveURL('/about');

  const other = await context.newPage();
  await openHydrated(other, '/product/lot2');
  await tap(heart(other));
  await expect(heart(other)).toHaveAttribute('aria-pressed', 'true');

  await page.goBack();
  await tap(heart(page));
  await expect(heart(page)).toHaveAttribute('aria-pressed', 'false');
  await openHydrated(other, '/shop#wishlist');
  await expect(names(other)).toHaveText(['Lot 2']);
});
