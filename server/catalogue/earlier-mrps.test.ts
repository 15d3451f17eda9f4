import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { openShopDatabase } from '#test/shop-database.ts';

test('in an open shop a product without MRP gets its price as MRP, and a planned rise its own', async () => {
  const { db } = await openShopDatabase();
  const { owner } = db;
  const [updates = ''] =
    /^update price_changes[\s\S]*where mrp is null;$/m.exec(
      await readFile('db/migrations/0185_mrp_of_every_product.sql', 'utf8'),
    ) ?? [];
  await owner.query(`
    alter table products alter column mrp drop not null, disable trigger check_product;
    alter table price_changes drop constraint price_changes_staff_id_fkey;
    update products set mrp = null;
    update products set price = 399 where id = '2';
    insert into price_changes (product_id, price, starts_at, ends_at, staff_id, state, former_price, former_mrp)
    select product, price, now() + starts * interval '1 day', now() + 9 * interval '1 day', gen_random_uuid(), state,
      former_price, former_mrp
    from (values ('1', 549, 1, 'scheduled', null, null), ('3', 1199, 1, 'scheduled', null, null),
      ('4', 949, -1, 'active', 899, null), ('5', 499, -1, 'active', 599, 599)
    ) as change (product, price, starts, state, former_price, former_mrp);
    ${updates}`);
  const { rows: products } = await owner.query('select id, mrp::int from products order by id');
  expect(products.map(({ mrp }) => mrp)).toEqual([499, 399, 1299, 899, 599, 1999]);
  const { rows } = await owner.query(
    'select product_id, mrp::int, former_mrp::int from price_changes order by product_id',
  );
  expect(rows).toEqual([
    { product_id: '1', mrp: 549, former_mrp: null },
    { product_id: '3', mrp: null, former_mrp: null },
    { product_id: '4', mrp: 949, former_mrp: 899 },
    { product_id: '5', mrp: null, former_mrp: 599 },
  ]);
});
