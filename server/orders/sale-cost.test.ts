import { beforeAll, expect, test } from 'vitest';
import {
  insertShopper,
  openShopDatabase,
  readyToOrder,
  type ShopDatabase,
} from '#test/shop-database.ts';
import { placeOrder } from './place-order.ts';

let shop: ShopDatabase;

beforeAll(async () => {
  shop = await openShopDatabase();
});

test('a sale does not recompute the search columns: that would be a third of an order’s cost', async () => {
  const { owner } = shop.db;
  await owner.query(`
    create or replace function search_document(p_text text) returns tsvector language plpgsql immutable
    as $$ begin raise exception 'search columns were recomputed'; end $$`);
  const asha = await insertShopper(owner);
  const order = await readyToOrder(owner, asha, [{ product_id: '1', quantity: 2 }]);
  expect(await placeOrder(shop, asha, order, 'some-order')).toMatchObject({ total_amount: 998 });
  await expect(owner.query(`update products set name = 'Tea' where id = '1'`)).rejects.toThrow(
    'search columns were recomputed',
  );
});

test('a sale does not check again what it does not change', async () => {
  const { owner } = shop.db;
  await owner.query(`
    create or replace function check_product() returns trigger language plpgsql
    as $$ begin raise exception 'a product was checked'; end $$`);
  const asha = await insertShopper(owner);
  const order = await readyToOrder(owner, asha, [{ product_id: '3', quantity: 1 }]);
  await placeOrder(shop, asha, order, 'a-third-order');
  await expect(owner.query(`update products set price = 1 where id = '3'`)).rejects.toThrow(
    'a product was checked',
  );
});

test('a sale that no page shows does not ask whether one does', async () => {
  const { owner } = shop.db;
  await owner.query(`
    create or replace function update_catalogue_revision() returns trigger language plpgsql
    as $$ begin raise exception 'the revision was looked at'; end $$`);
  const asha = await insertShopper(owner);
  const order = await readyToOrder(owner, asha, [{ product_id: '2', quantity: 1 }]);
  await placeOrder(shop, asha, order, 'another-order');
  await expect(owner.query(`update products set stock = 5 where id = '2'`)).rejects.toThrow(
    'the revision was looked at',
  );
});

test('no column, check or trigger calls an SQL function: PostgreSQL would parse it with every row’s statement', async () => {
  const { rows } = await shop.db.owner.query(`
    select pg_describe_object(used.classid, used.objid, used.objsubid) as of, proname as calls
    from pg_depend used
    join pg_proc on used.refclassid = 'pg_proc'::regclass and pg_proc.oid = used.refobjid
    join pg_language language on language.oid = prolang and lanname = 'sql'
    where used.classid in ('pg_attrdef'::regclass, 'pg_constraint'::regclass, 'pg_trigger'::regclass)`);
  expect(rows).toEqual([]);
});
