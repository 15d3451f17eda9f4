import { test } from '#test/e2e/support/isolated-shop.ts';
import { responseSize } from '#test/e2e/support/response-size.ts';
import { expect } from '#test/e2e/support/shop.ts';

const CHANGE = `update products set price = 651 where id = '3'`;

test('the first visitor of a page that nobody has asked for gets it in at most 20 kB', async ({
  ownShop,
  request,
}) => {
  await request.get('/product/3');
  await ownShop.sql(CHANGE);
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
});

test('a changed price is told by the data of pages and by the API', async ({
  ownShop,
  request,
}) => {
  const addresses = [
    '/product/3.data?_routes=catalogue%2Fproduct-page',
    '/shop.data?_routes=catalogue%2Fshop-page',
    '/api/products',
  ];
  const readAll = () =>
    Promise.all(
      addresses.map(async (address) => {
        const isTold = (await (await request.get(address)).text()).includes('651');
        return `${address}: ${isTold ? 'new' : 'former'} price`;
      }),
    );
  const all = (price: string) => addresses.map((address) => `${address}: ${price} price`);
  await expect.poll(readAll).toEqual(all('former')); // the change of the test before is undone
  await ownShop.sql(CHANGE);
  await expect.poll(readAll).toEqual(all('new'));
});

test('a tab without content is not shown', async ({ ownShop, page }) => {
  const tabs = page.getByRole('tab');
  const open = async () => {
    await page.goto('/product/4');
    return tabs.allTextContents();
  };
  await ownShop.sql(`update products set benefits = '[]', brewing = '[]' where id = '4'`);
  try {
    await expect.poll(open).toEqual(['Description', 'Ingredients']);
  } finally {
    await ownShop.sql(
      `update products set benefits = before.benefits, brewing = before.brewing
       from products_as_before before where before.id = products.id and before.id = '4'`,
    );
  }
  await expect.poll(open).toEqual(['Description', 'Benefits', 'How to Brew', 'Ingredients']);
});

test('only data that a browser fetches ahead of a click may stay in it for a moment, and no error', async ({
  request,
}) => {
  const data = '/product/3.data?_routes=catalogue%2Fproduct-page';
  const early = await request.get(data, { headers: { 'sec-purpose': 'prefetch' } });
  expect(early.headers()['cache-control']).toBe('private, max-age=10');
  expect((await request.get(data)).headers()['cache-control']).toBeUndefined();
  const error = await request.get(data.replace('3', 'none'), {
    headers: { 'sec-purpose': 'prefetch' },
  });
  expect(error.status()).toBe(404);
  expect(error.headers()['cache-control']).toBeUndefined();
});

test('a page made while the settings could not be read is not kept: it would go on without the notice', async ({
  ownShop,
  request,
}) => {
  const read = async () => (await request.get('/product/3')).text();
  await ownShop.sql(`
    ${CHANGE};
    insert into shop_settings (key, value) values ('notice', '"No deliveries on Sunday"');
    alter table shop_settings rename to not_to_be_read`);
  await expect.poll(read).toContain('₹651.00');
  await ownShop.sql('alter table not_to_be_read rename to shop_settings');
  await expect.poll(read).toContain('No deliveries on Sunday');
  await ownShop.sql('delete from shop_settings; select increment_catalogue_revision()');
});
