import type { APIRequestContext, Page } from '@playwright/test';
import { test } from '#test/e2e/support/isolated-shop.ts';
import { PHONE } from '#test/e2e/support/phone.ts';
import { declineCookies, expect, expectAccessible, openHydrated } from '#test/e2e/support/shop.ts';
import { tap } from '#test/e2e/support/tap.ts';

// One shop, and one test after another, because each changes its catalogue.
test.describe.configure({ mode: 'default' });
test.use(PHONE);
test.beforeEach(({ context }) => declineCookies(context));

const names = (page: Page) => page.getByRole('main').getByRole('heading', { level: 3 });

/** Waits until the server's page shows what the database has: a cached page may be a second older. */
const expectShown = (request: APIRequestContext, path: string, text: string) =>
  expect
    .poll(async () => (await (await request.get(path)).text()).replaceAll('<!-- -->', ''))
    .toContain(text);

test('few pieces left and none are told in the list and on the product’s page, and no more than those can be bought', async ({
  page,
  ownShop,
}) => {
  await ownShop.sql(`update products set stock = case id when '2' then 2 else 0 end
    where id in ('2', '3')`);
  await expectShown(page.request, '/shop', 'Only 2 left');
  await openHydrated(page, '/shop');
  const few = page.getByRole('article').filter({ hasText: 'Premium Blue Tea Pack' });
  const none = page.getByRole('article').filter({ hasText: 'Blue Tea Wellness Set' });
  await expect(few).toContainText('Only 2 left');
  await expect(none.getByRole('button', { name: 'Out of stock' })).toBeDisabled();
  await expectAccessible(page);
  await tap(few.getByRole('link', { name: /^View Details/ }));
  await expect(page.getByRole('main').getByText('Only 2 left')).toBeVisible();
  const more = page.getByRole('button', { name: 'Increase quantity' });
  await tap(more);
  await expect(more).toBeDisabled();

  await page.goto('/product/3');
  await expect(page.getByRole('button', { name: 'Out of stock' })).toBeDisabled();
  const [product] = await page.locator('script[type="application/ld+json"]').allTextContents();
  expect(product).toContain('https://schema.org/OutOfStock');
});

test('a text of the catalogue that is markup does not run', async ({ page, ownShop, request }) => {
  const evil =
    '</p></script></title><script>window.evil = 1</script><img src=x onerror="window.evil = 1">';
  await ownShop.sql(
    `update products set name = $1, description = $2, long_description = $2 where id = '1'`,
    [`Tea ${evil}`.slice(0, 90), evil],
  );
  await expectShown(request, '/product/1', 'window.evil');
  await page.goto('/product/1', { waitUntil: 'networkidle' });
  expect(await page.evaluate(() => Reflect.get(window, 'evil'))).toBeUndefined();
  await expect(page.getByText('<img src=x').first()).toBeVisible();
  await ownShop.sql(`update products set name = before.name, description = before.description,
    long_description = before.long_description
    from products_as_before before where before.id = products.id and before.id = '1'`);
});

test('of 56 products the list is read page by page, also without scripts, and the wish list has those of later pages', async ({
  page,
  browser,
  baseURL,
  ownShop,
}) => {
  await ownShop.sql(`
    insert into products (id, name, description, long_description, price, weight, image, images, category, benefits,
      brewing, ingredients, certifications, rating, review_count, popularity, stock)
    select 'lot' || n, 'Lot ' || n, description, long_description, 100 + n, weight, image, images, category,
      benefits, brewing, ingredients, certifications, rating, review_count, -n, 10
    from products, generate_series(1, 50) n where id = '1'`);
  await expectShown(page.request, '/shop', '56 products');
  const context = await browser.newContext({ baseURL: baseURL ?? '', javaScriptEnabled: false });
  for (const reader of [page, await context.newPage()]) {
    await reader.goto('/shop');
    await expect(names(reader)).toHaveCount(24);
    for (const [first, count] of [
      ['Lot 19', 24],
      ['Lot 43', 8],
    ] as const) {
      await reader.getByRole('link', { name: 'Show more products' }).click();
      await expect(names(reader).first()).toHaveText(first);
      await expect(names(reader)).toHaveCount(count);
    }
    await expect(reader.getByRole('link', { name: 'Show more products' })).toHaveCount(0);
    await reader.goBack();
    await expect(names(reader).first()).toHaveText('Lot 19');
    await reader.getByRole('link', { name: 'Back to the first products' }).click();
    await expect(names(reader).first()).toHaveText('Dried Aparajita Flowers');
  }
  await context.close();

  await page.evaluate(() => localStorage.setItem('wishlist', '["4","lot29","never-sold"]'));
  await page.route('**/api/products/*', (route) => route.abort());
  await page.goto('/about'); // the same URL once more would load nothing
  await openHydrated(page, '/shop#wishlist');
  const retry = page.getByRole('alert').getByRole('button', { name: 'Try again' });
  await expect(retry).toBeVisible();
  await page.unroute('**/api/products/*');
  await tap(retry);
  await expect(names(page)).toHaveText(['Organic Blue Tea Blend', 'Lot 29']);
  await ownShop.sql(`delete from products where id like 'lot%'`);
});
