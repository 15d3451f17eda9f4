import { LONG_TIMEOUTS } from '@aparajita/postgres/testing';
import { parse } from 'csv-parse/sync';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { OrderDetail, OrderRow } from '#contract/admin/order-views.ts';
import { STAFF_ROLES } from '#domain/staff.ts';
import { DEAD_LETTER_QUEUE } from '#server/jobs/queues.ts';
import { refused } from '#test/checkout.ts';
import { fillOrders } from '#test/many-orders.ts';
import type { TestShopper } from '#test/shop.ts';
import { openStaffedShop } from '#test/staff.ts';

const few = await openStaffedShop();
const many = await openStaffedShop({ timeouts: LONG_TIMEOUTS });

const idsOf = (orders: readonly { id: string }[]) => orders.map(({ id }) => id);

describe('the list reads each table once for a whole page, an order’s page reads them for one order', () => {
  const staffed = few;
  const { packer, owner, rows, place, act, go, get, page, otherCourier } = staffed;
  let ids: string[];

  beforeAll(async () => {
    const asha = await staffed.shop.newShopper();
    const inState = async (...steps: string[]) => {
      const lines: [string, number][] = Object.entries({ 2: 1, 1: 2 });
      const { id } = await place(lines, asha);
      await go(id, ...steps);
      return id;
    };
    const giveBack = async (id: string) => {
      const [item] = (await page(id)).order_items;
      await act(id, 'receive_return', { returned: [{ item: item.id, good: 1, damaged: 0 }] });
    };
    ids = [await inState('confirm'), await inState('confirm'), await inState('confirm', 'pack')];
    await inState();
    await inState('hand_over', 'attempt_failed');
    await inState('hand_over', 'undo');
    const moved = await inState('hand_over', 'undo');
    await act(moved, 'hand_over', { courier: otherCourier });
    await inState('hand_over', 'return_to_origin');
    await inState('hand_over', 'lose');
    await inState('cancel');
    await giveBack(await inState('hand_over', 'deliver'));
    const declined = await inState('hand_over', 'deliver');
    await giveBack(declined);
    await go(declined, 'decline_refund');
    const paid = await inState('hand_over', 'deliver');
    await rows(`update cod_collections set state = 'remitted' where order_id = $1`, [paid]);
  });

  test.each(STAFF_ROLES)('a row of the list says what the order’s page says (%s)', async (role) => {
    const member = staffed[role];
    const { orders }: { orders: OrderRow[] } = await get('orders', member);
    expect(orders).toHaveLength(role === 'packer' ? 5 : 13);
    for (const { full_name, phone, city, state, postal_code, since, ...row } of orders) {
      const order: OrderDetail = await page(row.id, member);
      const parcel = order.shipments.findLast((each) => each.state !== 'taken_back');
      expect(row).toEqual({
        ...Object.fromEntries(Object.entries(order).filter(([field]) => field in row)),
        pieces: 3,
        items: order.order_items.map(({ product_id, product_name, quantity }) => ({
          ...{ product_id, product_name, quantity },
        })),
        courier: parcel?.courier ?? null,
        tracking_number: parcel?.tracking_number ?? null,
        failed_attempts: parcel?.failed_attempts ?? 0,
      });
      expect(order.place).toEqual({ city, state, postal_code });
    }
  });

  describe('several orders for slips and manifests', () => {
    const read = (who: TestShopper, of: readonly string[]) =>
      who.request('GET', `/api/admin/orders/details?ids=${of.join(',')}`);

    test('come in the order of the ids, each as on its own page and with the MRP of its time; a packer gets no cancelled one', async () => {
      await rows(`update products set price = 649, mrp = 699 where id = '1'`);
      const [first, second, third] = ids;
      const asked = [third ?? '', first ?? '', second ?? ''];
      for (const who of [owner, packer]) {
        const { orders } = (await read(who, asked)).body;
        expect(orders).toEqual(await Promise.all(asked.map((id) => page(id, who))));
        const mrps = orders[1].order_items.map(({ mrp }: { mrp: number }) => mrp);
        expect(mrps.sort()).toEqual([499, 799]);
      }
      await go(first ?? '', 'cancel');
      expect(idsOf((await read(packer, asked)).body.orders)).toEqual([third, second]);
    });
  });
});

describe('of many parcels', () => {
  const { shop, owner, packer, accountant, rows, get, logged } = many;
  /** The newest first: all on their way but the last two, which are delivered. */
  let parcels: { id: string; order_number: string; tracking_number: string }[];

  beforeAll(() => fillOrders(shop.db.owner, 400));
  beforeEach(async () => {
    await rows(`update shipments set state = 'handed_over', tracking_number = 'LISTED' || (
      100000 + (select count(*) from shipments before where before.id < shipments.id))`);
    await rows(`
      update orders set fulfilment = 'shipped' where id in (select order_id from shipments);
      update orders set fulfilment = 'delivered' where id in (
        select id from orders where fulfilment = 'shipped' order by created_at, id limit 2)`);
    parcels = await rows(`
      select orders.id, order_number, tracking_number from orders
      join shipments on shipments.order_id = orders.id order by created_at desc, orders.id desc`);
  });
  const trackingOf = (orders: typeof parcels) =>
    orders.map(({ tracking_number }) => tracking_number);

  describe('a pasted list', () => {
    const search = (numbers: readonly string[], more = '', who = owner) =>
      get(`orders?q=${encodeURIComponent(numbers.join(' '))}${more}`, who);
    const found = async (...query: Parameters<typeof search>) =>
      idsOf((await search(...query)).orders);

    test('finds exactly the orders of its tracking and order numbers, on one page', async () => {
      const hundred = parcels.slice(0, 100);
      expect(await found(trackingOf(hundred))).toEqual(idsOf(hundred));
      const [first, , third] = parcels;
      const mixed = [third?.tracking_number ?? '', first?.order_number ?? '', 'NOBODY12345'];
      for (const who of [owner, accountant])
        expect(await found(mixed, '', who)).toEqual([first?.id, third?.id]);
    });

    test('has of a queue only its own orders, of a packer’s those to send, and none whose parcel was taken back', async () => {
      const oldest = parcels.slice(-4);
      const onTheWay = idsOf(oldest.slice(0, 2));
      expect(await found(trackingOf(oldest), '&queue=on_the_way')).toEqual(onTheWay);
      expect(await found(trackingOf(oldest), '', packer)).toEqual(onTheWay);
      await rows(`update shipments set state = 'taken_back' where order_id = $1`, [onTheWay[0]]);
      expect(await found(trackingOf(oldest), '', packer)).toEqual([onTheWay[1]]);
    });
  });

  describe('orders as a CSV file', () => {
    const save = (query: string, who = owner) =>
      who.request('GET', `/api/admin/orders/export?${query}`);
    const linesOf = (csv: string): Record<string, string>[] =>
      parse(csv, { bom: true, columns: true });

    test('have number, date, state, payment, amounts, parcel, name and PIN code; a name is no formula, and the log does not have it', async () => {
      const [order] = parcels;
      await rows(
        `insert into manual_refunds (order_id, user_id, staff_id, amount, reason, way, reference, idempotency_key)
         select id, user_id, $2, 10.5, 'goodwill', 'upi', 'UTR1', 'csv' from orders where id = $1`,
        [order?.id, owner.shopper.userId],
      );
      const [placed] = await rows(
        `update orders set shipping_address = shipping_address || '{"full_name": "=Zubeida"}' where id = $1
         returning india_day(created_at)::text as day, (total_amount::float8)::text as total,
           shipping_address ->> 'postal_code' as pin, (select name from couriers order by name limit 1) as courier`,
        [order?.id],
      );
      const { filename, csv } = (await save('q=zubeida')).body;
      expect(filename).toMatch(/^orders-\d{4}-\d\d-\d\d\.csv$/);
      const parcel = { Courier: placed.courier, 'Tracking number': order?.tracking_number };
      const money = { Payment: 'Cash on delivery', 'Payment ID': '', Total: placed.total };
      expect(linesOf(csv)).toEqual([
        {
          ...{ Order: order?.order_number, Date: placed.day, State: 'On the way', ...parcel },
          ...{ ...money, Refunded: '10.5', Name: "'=Zubeida", 'PIN code': placed.pin },
        },
      ]);
      const [entry] = await logged('verb=export_orders');
      const after = { searched: true, orders: 1 };
      expect(entry).toMatchObject({ subject_type: 'order_list', subject_id: 'all', after });
      expect(JSON.stringify(entry)).not.toMatch(/zubeida/i);
    });

    test('are all orders of the queue and the filters, not only a page; an accountant’s have no names', async () => {
      const onTheWay = parcels.slice(0, -2).map(({ order_number }) => order_number);
      expect(onTheWay.length).toBeGreaterThan(50);
      for (const who of [owner, accountant]) {
        const lines = linesOf((await save('queue=on_the_way&payment=cod', who)).body.csv);
        expect(lines.map(({ Order }) => Order)).toEqual(onTheWay);
        expect('Name' in (lines[0] ?? {})).toBe(who === owner);
      }
    });

    test('are never only some of them: too many are refused with advice', async () => {
      await rows(`
        insert into orders (user_id, email, order_number, total_amount, shipping_address, payment_method, idempotency_key,
          request_hash)
        select user_id, email, 'X' || n, 1, shipping_address, 'cod', 'too-many-' || n, 'x'
        from (select * from orders limit 1) pattern, generate_series(1, 10000) n`);
      const many = await save('');
      expect(many).toMatchObject(refused(400, 'invalid_input'));
      expect(many.body.error.message).toContain('10,000');
    });
  });
});

describe('Today', () => {
  const { shop, rows, get, ...staff } = few;
  beforeAll(() => fillOrders(shop.db.owner, 200));

  test('counts emails that became dead letters, and apart from them refunds and checks of payments', async () => {
    await rows(
      `insert into jobs.job (name, source_name)
       select $1, unnest(array['order-mail', 'auth-mail', 'payment-refund', 'report-days', null])`,
      [DEAD_LETTER_QUEUE],
    );
    const counts = { failed_mails: { count: 2 }, failed_payment_jobs: { count: 1 } };
    expect(await get('today')).toMatchObject(counts);
    const none = { failed_mails: null, failed_payment_jobs: null };
    for (const who of [staff.packer, staff.accountant])
      expect(await get('today', who)).toMatchObject(none);
  });

  test('has as many late parcels as their list', async () => {
    await rows(`
      update orders set shipped_at = now() - interval '1 day' where fulfilment = 'shipped';
      update orders set shipped_at = now() - interval '8 days' where id in (
        select id from orders where fulfilment = 'shipped' order by id limit 3);
      update shipments set failed_attempts = 2 where order_id = (
        select id from orders where fulfilment = 'shipped' order by id desc limit 1)`);
    const { late } = await get('today');
    expect(late.count).toBeGreaterThanOrEqual(4);
    expect((await get('orders?queue=late')).orders).toHaveLength(late.count);
  });

  test('has the cash that came short, too much or is disputed with the sum in question, without due cash', async () => {
    await rows(`
      delete from cod_collections;
      insert into cod_collections (order_id, amount, due_at, state, remitted_amount)
      select id, 500, now() + interval '7 days', state, remitted
      from (select id, row_number() over (order by id) as place from orders) numbered
      join (values (1, 'short', 300), (2, 'disputed', null), (3, 'disputed', 600), (4, 'due', null), (5, 'remitted', 500))
        found (place, state, remitted) using (place)`);
    for (const role of ['owner', 'accountant'] as const)
      expect((await get('today', staff[role])).cash_to_clear_up).toEqual({ count: 3, amount: 800 });
    expect((await get('today', staff.packer)).cash_to_clear_up).toBeNull();
  });

  test('has the orders and their sum since midnight in India, without cancelled ones, not for packers', async () => {
    await rows(`
      update orders set created_at = now() - interval '3 days';
      update orders set created_at = date_trunc('day', now(), 'Asia/Kolkata'), total_amount = 100, fulfilment = 'pending'
        where id in (select id from orders order by id limit 3);
      update orders set fulfilment = 'cancelled' where id = (select id from orders order by id limit 1);
      update orders set created_at = date_trunc('day', now(), 'Asia/Kolkata') - interval '1 second'
        where id = (select id from orders order by id desc limit 1)`);
    const soFar = async (who = staff.owner) => (await get('today', who)).today_so_far;
    expect(await soFar()).toEqual({ orders: 2, amount: 200, cod: 2 });
    expect(await soFar(staff.packer)).toBeNull();
  });
});

test('an open admin learns of a new order and of what staff and shoppers do to one, and of nothing else', async () => {
  const { shop, packer, place, act, get } = few;
  const asha = await shop.newShopper();
  const mark = async (): Promise<string> => (await get('changes')).mark;
  const marks = [await mark()];
  const { id } = await place([['1', 1]], asha);
  marks.push(await mark());
  await act(id, 'confirm');
  marks.push(await mark());
  await asha.request('POST', `/api/orders/${id}/cancellation`, {});
  marks.push(await mark());
  expect(new Set(marks).size).toBe(marks.length);
  expect((await act(id, 'confirm', { version: 7 })).status).toBe(409);
  // It says no more than that: a packer, who does not see each order, gets the same.
  for (const who of [few.owner, packer])
    expect(await get('changes', who)).toEqual({ mark: marks.at(-1) });
});

describe('what staff_query() of db/schema searches orders, customers and messages for', () => {
  test.each<[typed: string, query: string]>([
    ['# ap 7kqm2x', `'ap7kqm2x':*`],
    ['ＡＰ－७ＫＱ–Ｍ２Ｘ', `'ap7kqm2x':*`],
    ['AP-7KQ-M2X Rao', `'ap7kqm2x':* & 'rao':*`],
    ['Re: [T-7KQ-M2X] hello', `'t7kqm2x':* & 'hello':*`],
    ['Asha, PIN code: 400601', `'asha':* & '400601':*`],
    ['Asha Rao <asha.rao@example.in>', `'asharaoexamplein':*`],
    ['7kq-m2x', `'7kqm2x':*`],
    ['(+91) 98765–43210', `'9876543210':*`],
    ['Asha ०९८७६५ ४३२१०', `'asha':* & '9876543210':*`],
    [`O'Neill a\\b`, `'o':* & 'neill':* & 'a':* & 'b':*`],
    ['Ｒａｏ ÉLAN', `'rao':* & 'elan':*`],
    ['हिन्दी प्रात:काल', `'हिंदी':* & 'प्रातकाल':*`],
    ...['', '- -', '…', `'`, '\\', ':*'].map((signs): [string, string] => [signs, `'-'`]),
  ])('%j becomes %s', async (typed, query) => {
    expect(await few.rows('select staff_query($1)::text as query', [typed])).toEqual([{ query }]);
  });
});
