import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { insertShopper, openShopDatabase, readyToOrder } from '#test/shop-database.ts';
import { placeOrder } from './place-order.ts';

const shop = await openShopDatabase();
const { owner } = shop.db;

async function order(product_id: string, key: string) {
  const asha = await insertShopper(owner);
  const wanted = await readyToOrder(owner, asha, [{ product_id, quantity: 1 }]);
  return () => placeOrder({ ...shop, terms: () => ({ unpaidUnits: 30 }) }, asha, wanted, key);
}

test('an order takes two round trips: the products are locked in the one that ends with the commit', async () => {
  await (await order('1', 'opens-a-connection'))();
  const place = await order('1', 'the-only-one');
  const trips: string[][] = [];
  let sending = false;
  const { query } = pg.Client.prototype;
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...call: unknown[]
  ) {
    // What is sent before PostgreSQL can have answered is one round trip.
    if (!sending) trips.push([]);
    sending = true;
    setImmediate(() => {
      sending = false;
    });
    const [sent] = call;
    trips.at(-1)?.push(typeof sent === 'object' && sent && 'text' in sent ? String(sent.text) : '');
    return Reflect.apply(query, this, call);
  });
  await place();
  spy.mockRestore();
  const [turn, session, facts, job, lock, write] = [
    /pg_advisory_xact_lock/,
    /auth\.enter/,
    /as cash_blocked/,
    /insert into jobs\.job_common/i,
    /for no key update of products/,
    /insert into orders/,
  ].map((words) => expect.stringMatching(words));
  expect(trips).toEqual([
    ['begin', turn, session, facts],
    [job, lock, write, 'commit'],
  ]);
});

test.each([
  [
    'the search columns: that would be a third of an order’s cost',
    '1',
    'search_document(p_text text) returns tsvector language plpgsql immutable',
    `name = 'Tea'`,
  ],
  ['what it does not change', '3', 'check_product() returns trigger language plpgsql', 'price = 1'],
  [
    'whether a page shows the stock, when none does',
    '2',
    'update_catalogue_revision() returns trigger language plpgsql',
    'stock = 5',
  ],
])('a sale does not compute again %s', async (_, product, computation, change) => {
  const ran = `${computation.split('(')[0]} ran`;
  await owner.query(
    `create or replace function ${computation} as $$ begin raise exception '${ran}'; end $$`,
  );
  const place = await order(product, `of-product-${product}`);
  expect(await place()).toMatchObject({ order_number: expect.any(String) });
  await expect(
    owner.query(`update products set ${change} where id = '${product}'`),
  ).rejects.toThrow(ran);
});

test('no column, check or trigger calls an SQL function: PostgreSQL would parse it with every row’s statement', async () => {
  const { rows } = await owner.query(`
    select pg_describe_object(used.classid, used.objid, used.objsubid) as of, proname as calls
    from pg_depend used
    join pg_proc on used.refclassid = 'pg_proc'::regclass and pg_proc.oid = used.refobjid
    join pg_language language on language.oid = prolang and lanname = 'sql'
    where used.classid in ('pg_attrdef'::regclass, 'pg_constraint'::regclass, 'pg_trigger'::regclass)`);
  expect(rows).toEqual([]);
});
