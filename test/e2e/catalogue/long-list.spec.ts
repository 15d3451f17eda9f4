import type { Page } from '@playwright/test';
import { test } from '#test/e2e/support/isolated-shop.ts';
import { expect, expectAccessible } from '#test/e2e/support/shop.ts';

test.beforeAll(async ({ ownShop }) => {
  await ownShop.sql(`
    insert into products (id, name, description, long_description, price, weight, image, images, category, benefits,
      brewing, ingredients, certifications, rating, review_count, popularity, stock)
    select 'lot' || n, 'Lot ' || n, description, long_description, 100 + n, weight, image, images, category,
      benefits, brewing, ingredients, certifications, rating, review_count, -n, 10
    from products, generate_series(1, 50) n where id = '1'
    on conflict do nothing -- a worker comes by here once for each group of tests`);
});

async function readOn(page: Page) {
  await page.goto('/shop');
  const names = page.getByRole('heading', { level: 3 });
  await expect(page.getByText('56 products')).toBeVisible();
  await expect(names).toHaveCount(24);
  await expect(names.last()).toHaveText('Lot 18');

  await page.getByRole('link', { name: 'Show more products' }).click();
  await expect(names.first()).toHaveText('Lot 19');
  await expect(names).toHaveCount(24);
  await expect(page.getByText('56 products')).toBeVisible();
  await page.getByRole('link', { name: 'Show more products' }).click();
  await expect(names).toHaveCount(8);
  await expect(names.last()).toHaveText('Lot 50');
  await expect(page.getByRole('link', { name: 'Show more products' })).toHaveCount(0);

  await page.goBack();
  await expect(names.first()).toHaveText('Lot 19');
  await page.getByRole('link', { name: 'Back to the first products' }).click();
  await expect(names.first()).toHaveText('Dried Aparajita Flowers');
}

test('a long list is read on page by page, and Back leads back; another order begins at the first page again', async ({
  page,
}) => {
  await readOn(page);
  await page.goto('/shop?after=lot18');
  await expectAccessible(page);
  await page.getByLabel('Sort by').selectOption({ label: 'Price: Low to High' });
  await expect(page).toHaveURL('/shop?sort=price-asc');
  await expect(page.getByRole('heading', { level: 3 }).first()).toHaveText('Lot 1');
});

test('a long list is read on without scripts, too', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL: baseURL ?? '', javaScriptEnabled: false });
  await readOn(await context.newPage());
  await context.close();
});
