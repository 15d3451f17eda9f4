import type { APIRequestContext, Page } from '@playwright/test';
import { declineCookies } from '#test/e2e/support/cookie-consent.ts';
import { test } from '#test/e2e/support/isolated-shop.ts';
import { PHONE } from '#test/e2e/support/phone.ts';
import { responseSize } from '#test/e2e/support/response-size.ts';
import { expect, expectAccessible, openHydrated } from '#test/e2e/support/shop.ts';
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

test('a changed price is told everywhere; the first visitor of its page gets that in at most 20 kB', async ({
  ownShop,
  request,
}) => {
  const told = [
    '/product/3.data?_routes=catalogue%2Fproduct-page',
    '/shop.data?_routes=catalogue%2Fshop-page',
    '/api/products',
  ];
  await request.get('/product/3');
  for (const path of told) expect(await (await request.get(path)).text()).not.toContain('651');
  await ownShop.sql(`update products set price = 651 where id = '3'`);
  let firstAnswer = 0;
  await expect
    .poll(async () => {
      const answer = await request.get('/product/3', { headers: { 'accept-encoding': 'br' } });
      firstAnswer = responseSize(answer);
      return answer.text();
    })
    .toContain('₹651.00');
  // A connection's first two round trips carry ten and twenty segments, 43,800 bytes; the limit is well below that.
  expect(firstAnswer).toBeLessThanOrEqual(20_000);
  for (const path of told) await expectShown(request, path, '651');
  // A page made while the settings could not be read is not kept: it would go on without the notice.
  await ownShop.sql(`
    update products set price = 652 where id = '3';
    insert into shop_settings (key, value) values ('notice', '"No deliveries on Sunday"');
    alter table shop_settings rename to not_to_be_read`);
  await expectShown(request, '/product/3', '₹652.00');
  await ownShop.sql('alter table not_to_be_read rename to shop_settings');
  await expectShown(request, '/product/3', 'No deliveries on Sunday');
  await ownShop.sql('delete from shop_settings; select increment_catalogue_revision()');
});

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
  await expect(more).toBeDisabled();
  await expectAccessible(page);
  const [product] = await page.locator('script[type="application/ld+json"]').allTextContents();
  expect(product).toContain('https://schema.org/OutOfStock');
});

const EVIL =
  '</p></script></title><script>window.evil = 1</script><img src=x onerror="window.evil = 1">';

test('a text of the catalogue that is markup neither runs nor gets a hash, and a tab without content is not shown', async ({
  page,
  ownShop,
  request,
}) => {
  const tabs = ['Description', 'Benefits', 'How to Brew', 'Ingredients'];
  await page.goto('/product/1');
  await expect(page.getByRole('tab')).toHaveText(tabs);
  try {
    await ownShop.sql(
      `update products set name = $1, description = $2, long_description = $2, benefits = '[]', brewing = '[]'
       where id = '1'`,
      [`Tea ${EVIL}`.slice(0, 90), EVIL],
    );
    await expectShown(request, '/product/1', 'window.evil');
    for (const path of ['/shop', '/', '/product/1']) {
      const answer = await page.goto(path, { waitUntil: 'networkidle' });
      const policy = answer?.headers()['content-security-policy'] ?? '';
      for (const script of ['window.evil = 1', ';window.evil = 1'])
        expect(policy).not.toContain(await hash(page, script));
      expect(await page.evaluate(() => Reflect.get(window, 'evil'))).toBeUndefined();
    }
    await expect(page.getByText('<img src=x').first()).toBeVisible();
    await expect(page.getByRole('tab')).toHaveText(['Description', 'Ingredients']);
  } finally {
    await ownShop.sql(`update products set name = before.name, description = before.description,
      long_description = before.long_description, benefits = before.benefits, brewing = before.brewing
      from products_as_before before where before.id = products.id and before.id = '1'`);
  }
});

async function hash(page: Page, script: string): Promise<string> {
  return page.evaluate(async (text) => {
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
    return btoa(String.fromCharCode(...new Uint8Array(digest)));
  }, script);
}

test.describe('of 56 products', () => {
  test.beforeAll(({ ownShop }) =>
    ownShop.sql(`
    insert into products (id, name, description, long_description, price, weight, image, images, category, benefits,
      brewing, ingredients, certifications, rating, review_count, popularity, stock)
    select 'lot' || n, 'Lot ' || n, description, long_description, 100 + n, weight, image, images, category,
      benefits, brewing, ingredients, certifications, rating, review_count, -n, 10
    from products, generate_series(1, 50) n where id = '1'
    on conflict do nothing -- a worker comes by here once for each group of tests`),
  );
  test.afterAll(({ ownShop }) => ownShop.sql(`delete from products where id like 'lot%'`));

  test('the list is read page by page, also without scripts, and Back leads back; another order begins at its first page', async ({
    page,
    browser,
    baseURL,
  }) => {
    await expectShown(page.request, '/shop', '56 products');
    const context = await browser.newContext({ baseURL: baseURL ?? '', javaScriptEnabled: false });
    for (const reader of [page, await context.newPage()]) {
      await reader.goto('/shop');
      await expect(reader.getByText('56 products')).toBeVisible();
      await expect(names(reader)).toHaveCount(24);
      await expect(names(reader).last()).toHaveText('Lot 18');
      await reader.getByRole('link', { name: 'Show more products' }).click();
      await expect(names(reader).first()).toHaveText('Lot 19');
      await expect(names(reader)).toHaveCount(24);
      await reader.getByRole('link', { name: 'Show more products' }).click();
      await expect(names(reader)).toHaveCount(8);
      await expect(names(reader).last()).toHaveText('Lot 50');
      await expect(reader.getByRole('link', { name: 'Show more products' })).toHaveCount(0);
      await reader.goBack();
      await expect(names(reader).first()).toHaveText('Lot 19');
      await reader.getByRole('link', { name: 'Back to the first products' }).click();
      await expect(names(reader).first()).toHaveText('Dried Aparajita Flowers');
    }
    await context.close();
    await page.goto('/shop?after=lot18');
    await expectAccessible(page);
    await page.getByLabel('Sort by').selectOption({ label: 'Price: Low to High' });
    await expect(page).toHaveURL('/shop?sort=price-asc');
    await expect(names(page).first()).toHaveText('Lot 1');
  });

  test('the wish list has products of later pages, is read again after a lost answer, and loses what the shop hides', async ({
    page,
    request,
    ownShop,
  }) => {
    const filter = page.getByRole('button', { name: /^Wishlist/ });
    await openHydrated(page, '/shop#wishlist');
    await expect(page.getByText('Your wishlist is empty.')).toBeVisible();
    await expect(page.getByText('sold any more')).toHaveCount(0);
    await page.evaluate(() => localStorage.setItem('wishlist', '["4","lot29","never-sold"]'));
    await page.route('**/api/products/*', (route) => route.abort());
    await openHydrated(page, '/product/lot29');
    await openHydrated(page, '/shop#wishlist');
    await expect(names(page)).toHaveText(['Organic Blue Tea Blend']);
    const retry = page.getByRole('alert').getByRole('button', { name: 'Try again' });
    await expect(retry).toBeVisible();
    await page.unroute('**/api/products/*');
    await tap(retry);
    await expect(names(page)).toHaveText(['Organic Blue Tea Blend', 'Lot 29']);
    await expect(page.getByRole('status').filter({ hasText: '2 products' })).toBeVisible();
    await tap(filter);
    await expect(names(page)).toHaveCount(24);

    const hide = async (id: string, name: string) => {
      await ownShop.sql('update products set active = false where id = $1', [id]);
      const isShown = async () =>
        (await request.get(`/api/products/${id}`)).ok() ||
        (await (await request.get('/shop')).text()).includes(name);
      await expect.poll(isShown).toBe(false);
      await page.goto('/about'); // the same URL once more would load nothing
      await openHydrated(page, '/shop#wishlist');
    };
    await hide('lot29', 'Lot 29');
    await expect(filter).toHaveText('Wishlist (1)');
    await expect(names(page)).toHaveText(['Organic Blue Tea Blend']);
    await hide('4', 'Organic Blue Tea Blend');
    await expect(page.getByText('Nothing on your wishlist is sold any more.')).toBeVisible();
    await expect(filter).toBeHidden();
    await tap(page.getByRole('link', { name: 'Clear all' }));
    await expect(names(page)).toHaveCount(24);
  });
});
