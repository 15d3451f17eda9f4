import { LONG_TIMEOUTS } from '@aparajita/postgres/testing';
import { parse } from 'csv-parse/sync';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { refused } from '#test/checkout.ts';
import { fillOrders } from '#test/many-orders.ts';
import { openTestShop, type TestShop, type TestShopper } from '#test/shop.ts';
import { newStaff } from '#test/staff.ts';

let shop: TestShop;
let owner: TestShopper;
let accountant: TestShopper;
let packer: TestShopper;
/** Parcels, the newest first: all on their way but the last two, which are delivered. */
let parcels: { id: string; order_number: string; tracking_number: string }[];

beforeAll(async () => {
  shop = await openTestShop({ timeouts: LONG_TIMEOUTS });
  [owner, accountant, packer] = [
    await newStaff(shop, 'owner'),
    await newStaff(shop, 'accountant'),
    await newStaff(shop, 'packer'),
  ];
  await fillOrders(shop.db.owner, 400);
});

beforeEach(async () => {
  await shop.db.owner.query(`update shipments set state = 'handed_over', tracking_number = 'LISTED' || (
    100000 + (select count(*) from shipments before where before.id < shipments.id))`);
  await shop.db.owner.query(`
    update orders set fulfilment = 'shipped' where id in (select order_id from shipments);
    update orders set fulfilment = 'delivered' where id in (
      select id from orders where fulfilment = 'shipped' order by created_at, id limit 2)`);
  const { rows } = await shop.db.owner.query(`
    select orders.id, order_number, tracking_number from orders
    join shipments on shipments.order_id = orders.id order by created_at desc, orders.id desc`);
  parcels = rows;
});

const search = async (numbers: readonly string[], more = '', who = owner) =>
  (
    await who.request(
      'GET',
      `/api/admin/orders?q=${encodeURIComponent(numbers.join(' '))}${more && `&${more}`}`,
    )
  ).body;
const found = async (...query: Parameters<typeof search>): Promise<string[]> =>
  (await search(...query)).orders.map(({ id }: { id: string }) => id);
const idsOf = (orders: readonly { id: string }[]) => orders.map(({ id }) => id);
const trackingOf = (orders: typeof parcels) => orders.map(({ tracking_number }) => tracking_number);

describe('a pasted list', () => {
  test('finds exactly the orders of its tracking and order numbers, on one page', async () => {
    const hundred = parcels.slice(0, 100);
    expect(await found(trackingOf(hundred))).toEqual(idsOf(hundred));
    const [first, second, third] = parcels;
    const mixed = [third?.tracking_number ?? '', first?.order_number ?? '', 'NOBODY12345'];
    expect(await found(mixed)).toEqual([first?.id, third?.id]);
    expect(await found(mixed, '', accountant)).toEqual([first?.id, third?.id]);
    expect(second?.id).toBeDefined();
  });

  test('has of the open queue only its own orders, and of a packer’s only those to send', async () => {
    const oldest = parcels.slice(-4);
    expect(await found(trackingOf(oldest), 'queue=on_the_way')).toEqual(idsOf(oldest.slice(0, 2)));
    expect(await found(trackingOf(oldest), '', packer)).toEqual(idsOf(oldest.slice(0, 2)));
  });

  test('finds no order whose parcel was taken back', async () => {
    const two = parcels.slice(0, 2);
    await shop.db.owner.query(`update shipments set state = 'taken_back' where order_id = $1`, [
      two[0]?.id,
    ]);
    expect(await found(trackingOf(two))).toEqual([two[1]?.id]);
  });

  test('of more than a hundred numbers is refused, and so is a long text that is no list', async () => {
    const refusal = async (text: string) =>
      (await owner.request('GET', `/api/admin/orders?q=${encodeURIComponent(text)}`)).body.error;
    expect(await refusal(trackingOf(parcels.slice(0, 101)).join(' '))).toMatchObject({
      fields: { q: 'At most 100 numbers at once' },
    });
    expect(await refusal('asha '.repeat(30))).toMatchObject({ code: 'invalid_input' });
  });
});

describe('orders as a CSV file', () => {
  const save = (query: string, who = owner) =>
    who.request('GET', `/api/admin/orders/export?${query}`);
  const linesOf = (csv: string): Record<string, string>[] =>
    parse(csv, { bom: true, columns: true });

  test('have number, date, state, payment, amounts, parcel, name and PIN code', async () => {
    const [order] = parcels;
    await shop.db.owner.query(
      `insert into manual_refunds (order_id, user_id, staff_id, amount, reason, way, reference, idempotency_key)
       select id, user_id, $2, 10.5, 'goodwill', 'upi', 'UTR1', 'csv' from orders where id = $1`,
      [order?.id, owner.shopper.userId],
    );
    const { status, body } = await save(`q=${order?.order_number}`);
    expect(status).toBe(200);
    expect(body.filename).toMatch(/^orders-\d{4}-\d\d-\d\d\.csv$/);
    const { rows } = await shop.db.owner.query(
      `select india_day(created_at)::text as day, total_amount::float8 as total, shipping_address ->> 'full_name' as name,
         shipping_address ->> 'postal_code' as pin from orders where id = $1`,
      [order?.id],
    );
    const { rows: couriers } = await shop.db.owner.query(
      'select name from couriers order by name limit 1',
    );
    expect(linesOf(body.csv)).toEqual([
      {
        Order: order?.order_number,
        Date: rows[0].day,
        State: 'On the way',
        Payment: 'Cash on delivery',
        'Payment ID': '',
        Total: String(rows[0].total),
        Refunded: '10.5',
        Courier: couriers[0].name,
        'Tracking number': order?.tracking_number,
        Name: rows[0].name,
        'PIN code': rows[0].pin,
      },
    ]);
  });

  test('are all orders of the queue and the filters, not only a page', async () => {
    const { body } = await save('queue=on_the_way&payment=cod');
    expect(linesOf(body.csv).map((line) => line.Order)).toEqual(
      parcels.slice(0, -2).map(({ order_number }) => order_number),
    );
    expect(parcels.length).toBeGreaterThan(52);
  });

  test('have no names for an accountant, and a packer may not save them', async () => {
    const { body } = await save('queue=on_the_way', accountant);
    const [line = {}] = linesOf(body.csv);
    expect(Object.keys(line)).not.toContain('Name');
    expect(Object.keys(line)).toContain('Total');
    expect(body.csv).not.toMatch(/Asha|Bina|Chitra|Deepa|Esha|Farah|Gita/);
    expect(await save('queue=on_the_way', packer)).toMatchObject(refused(403, 'not_permitted'));
  });

  test('require a recent second factor and are logged, without the name that was searched', async () => {
    const stale = await newStaff(shop, 'accountant', { shownAgo: 601 });
    expect(await save('', stale)).toMatchObject(refused(403, 'stale_factor'));
    const { body: saved } = await save('queue=delivered&payment=cod&q=asha');
    const { body } = await owner.request('GET', '/api/admin/audit?verb=export_orders');
    expect(body.entries[0]).toMatchObject({
      subject_type: 'order_list',
      subject_id: 'delivered',
      after: { payment: 'cod', searched: true, orders: linesOf(saved.csv).length },
    });
    expect(JSON.stringify(body.entries[0])).not.toMatch(/asha/i);
  });

  test('a name cannot be a formula', async () => {
    const [, order] = parcels;
    await shop.db.owner.query(
      `update orders set shipping_address = shipping_address || '{"full_name": "=1+1"}' where id = $1`,
      [order?.id],
    );
    const { body } = await save(`q=${order?.order_number}`);
    expect(body.csv).toContain(`,"'=1+1",`);
  });

  test('are never only some of them: too many are refused', async () => {
    await shop.db.owner.query(`
      insert into orders (user_id, email, order_number, total_amount, shipping_address, payment_method, idempotency_key,
        request_hash)
      select user_id, email, 'X' || n, 1, shipping_address, 'cod', 'too-many-' || n, 'x'
      from (select * from orders limit 1) pattern, generate_series(1, 10000) n`);
    const { status, body } = await save('');
    await shop.db.owner.query(`delete from orders where idempotency_key like 'too-many-%'`);
    expect({ status, body }).toMatchObject(refused(400, 'invalid_input'));
    expect(body.error.message).toContain('10,000');
  }, 60_000);

  test('that take too long to find are refused with the advice to choose fewer days', async () => {
    const { rows } = await shop.db.owner.query(
      `select pg_get_functiondef('find_orders'::regproc) as definition`,
    );
    const [{ definition }] = rows;
    await shop.db.owner.query(definition.replace(/^begin$/m, 'begin raise query_canceled;'));
    const { status, body } = await save('');
    await shop.db.owner.query(definition);
    expect({ status, body }).toMatchObject(refused(400, 'invalid_input'));
    expect(body.error.message).toContain('Choose fewer days');
    expect((await save('q=asha')).status).toBe(200);
  });
});
