import { beforeAll, expect, test } from 'vitest';
import { submit, toCheckout } from '#test/checkout.ts';
import { openTestShop, send, type TestShop } from '#test/shop.ts';

let shop: TestShop;

beforeAll(async () => {
  shop = await openTestShop();
  // Every word that no product has takes 3 s, as in the worst case with very many products.
  await shop.db.owner.query(`
    create or replace function similar_words(typed text) returns setof text language sql volatile
    as $$ select '' from pg_sleep(3) $$`);
});

test('slow searches leave database connections for other requests', async () => {
  const asha = await shop.newShopper();
  const order = await toCheckout(asha, [['1', 1]]);
  let answered = 0;
  const searches = Array.from({ length: 20 }, async () => {
    const { status } = await send(shop.app, 'GET', '/api/products?search=travle');
    answered += 1;
    return status;
  });
  await expect.poll(() => sleeping()).toBeGreaterThan(1);
  expect(await send(shop.app, 'GET', '/api/products')).toMatchObject({ status: 200 });
  expect(await asha.request('GET', '/api/cart')).toMatchObject({ status: 200 });
  expect(await submit(asha, order)).toMatchObject({ status: 201 });
  expect(answered).toBe(0);
  // Requests that waited too long get a retry response.
  expect([...new Set(await Promise.all(searches))].sort()).toEqual([200, 503]);
});

/** How many searches the database is running. */
async function sleeping(): Promise<number> {
  const { rows } = await shop.db.owner.query(
    `select from pg_stat_activity where wait_event = 'PgSleep' and datname = current_database()`,
  );
  return rows.length;
}
