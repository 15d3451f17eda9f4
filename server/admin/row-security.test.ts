import { beforeAll, describe, expect, test } from 'vitest';
import { FULFILMENTS, type Fulfilment } from '#domain/fulfilment.ts';
import { mayUse, TRANSITIONS, UNDO_KINDS } from '#domain/order-verbs.ts';
import { STAFF_ROLES, type StaffRole } from '#domain/staff.ts';
import { placeOrder } from '#server/orders/place-order.ts';
import type { Shopper } from '#server/shopper.ts';
import {
  insertShopper,
  openShopDatabase,
  openStaffPool,
  readyToOrder,
} from '#test/shop-database.ts';

/** A session with the database role of staff can do no more with its own SQL than its role in the shop allows. */
const shop = await openShopDatabase();
const sql = (text: string, values?: unknown[]) => shop.db.owner.query(text, values);
const pool = openStaffPool(shop.db, 2);
const ids = new Map<StaffRole, { userId: string; sessionId: string }>();

let asha: Shopper;

beforeAll(async () => {
  for (const role of STAFF_ROLES) {
    const { userId, sessionId, email } = await insertShopper(shop.db.owner);
    await sql('insert into staff (user_id, email, role) values ($1, $2, $3)', [
      userId,
      email,
      role,
    ]);
    ids.set(role, { userId, sessionId });
  }
  asha = await insertShopper(shop.db.owner);
  for (const state of ['pending', 'confirmed', 'packed', 'shipped', 'delivered', 'cancelled']) {
    const order = await readyToOrder(shop.db.owner, asha, [{ product_id: '1', quantity: 1 }]);
    const { id } = await placeOrder(shop, asha, order, `order-${state}`);
    await sql('update orders set fulfilment = $2 where id = $1', [id, state]);
  }
  await sql(`
    insert into order_events (order_id, user_id, kind, actor, staff_id, data, shown_to_shopper)
      select orders.id, orders.user_id, 'note', 'staff', staff.user_id, '{"text":"x"}', false
      from orders, staff where role = 'owner';
    insert into cod_collections (order_id, amount, due_at) select id, 1, now() from orders`);
  await sql(
    `insert into audit_log (staff_id, verb, subject_type, subject_id) select user_id, 'x', 'order', 'x' from staff
     union all select user_id, 'correct_address', 'order', 'x' from staff where role = 'owner'`,
  );
  await sql(
    `insert into staff_invitations (token_hash, email, role, expires_at)
     values (sha256('x'), 'x@example.in', 'owner', now() + interval '1 day')`,
  );
  await sql(`
    insert into shipments (order_id, user_id, courier, tracking_number)
      select id, user_id, (select id from couriers limit 1), 'TR' || order_number from orders
      where fulfilment in ('shipped', 'delivered');
    insert into manual_refunds (order_id, user_id, staff_id, amount, reason, way, reference, idempotency_key)
      select orders.id, orders.user_id, staff.user_id, 1, 'goodwill', 'upi', 'UTR1', orders.id::text
      from orders, staff where staff.role = 'owner';
    insert into payment_intents (user_id, email, idempotency_key, request_hash, order_number, amount_paise,
      shipping_address, mode, key_id, expires_at)
      select user_id, 'a@b.in', 'a-key-of-mine', 'x', 'AP-AAA-AAA', 49900, '{}', 'live', 'x', now()
      from orders where fulfilment = 'packed';
    insert into payments (id, intent_id, user_id, amount_paise, status)
      select 'pay_AAAAAAAAAAAAAA', id, user_id, amount_paise, 'captured' from payment_intents;
    insert into refunds (payment_id, user_id, amount_paise, reason, idempotency_key)
      select id, user_id, 100, 'duplicate', 'a-key-of-mine' from payments;
    update orders set payment_method = 'razorpay', payment_status = 'paid', payment_id = payments.id,
        intent_id = payments.intent_id, payment_mode = 'live'
      from payments where fulfilment = 'packed'`);
  await sql(`
    insert into contact_messages (id, name, email, subject, message)
      values (gen_random_uuid(), 'X', 'a@b.in', 'X', 'X');
    insert into message_entries (message_id, kind, text, staff_id, idempotency_key)
      select contact_messages.id, 'note', 'X', user_id, user_id::text from contact_messages, staff;
    insert into newsletter_subscriptions (email, request_id, confirmed_at) values ('a@b.in', gen_random_uuid(), now());
    insert into newsletter_letters (subject, heading, text, button_label, button_url, picture_text, created_by)
      select 'X', 'X', 'X', '', '', '', user_id from staff;
    insert into newsletter_deliveries (letter_id, email) select id, 'a@b.in' from newsletter_letters;
    insert into jobs.job (name, source_name) values ('dead-letter', 'order-mail');
    insert into coupons (code, kind, value) values ('TEA10', 'percent', 10);
    select sum_days(10)`);
});

async function as<T>(
  role: StaffRole | null,
  work: (query: (sql: string) => Promise<T[]>) => Promise<void>,
) {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const member = role && ids.get(role);
    if (member) {
      await client.query('select auth.enter_staff($1, $2, 0, null, false, null)', [
        member.sessionId,
        member.userId,
      ]);
    }
    await work(async (sql) => (await client.query(sql)).rows);
  } finally {
    await client.query('rollback');
    client.release();
  }
}

const LIST_ORDERS = `select * from list_orders('{}', null, null, null, null, null, null, null, null, null, null, '{}', null, false, 10)`;

/** How many rows of each a member may read, of six orders; a statement stands for itself. */
const READABLE: Record<string, readonly [nobody: number, packer: number, accountant: number]> = {
  orders: [0, 3, 6],
  order_items: [0, 3, 6],
  order_events: [0, 3, 0],
  shipments: [0, 1, 2],
  refunds: [0, 0, 1],
  manual_refunds: [0, 0, 6],
  cod_collections: [0, 0, 6],
  staff: [0, 1, 3],
  audit_log: [0, 1, 3],
  stock_movements: [0, 6, 0],
  contact_messages: [0, 0, 0],
  message_entries: [0, 0, 0],
  addresses: [0, 0, 0],
  newsletter_letters: [0, 0, 0],
  newsletter_deliveries: [0, 0, 0],
  coupons: [0, 0, 1],
  'select id from staff_invitations': [0, 0, 0],
  'select email from newsletter_subscriptions': [0, 0, 0],
  "select * from find_customers(staff_query('asha'), null, 10)": [0, 0, 0],
  customer_accounts: [0, 0, 0],
  'select from (select distinct user_id from orders) o where export_customer(o.user_id) is not null':
    [0, 0, 0],
  [LIST_ORDERS]: [0, 3, 6],
  stock_levels: [0, 6, 0],
  "select * from stock_history('1', 10)": [0, 7, 0],
  "select * from find_messages('x', null, 10)": [0, 0, 0],
  reported_refunds: [0, 0, 1],
  report_sales: [0, 0, 2],
  report_products: [0, 0, 1],
  report_parcels: [0, 0, 1],
  'jobs.unfinished_jobs': [0, 0, 0],
  'jobs.dead_letters': [0, 0, 0],
  'select from count_today(1) today where today is not null': [0, 1, 1],
};

test.each([null, 'packer', 'accountant'] as const)(
  'the rows that are visible to %s: those that its work needs, a packer of staff and the log only what is its own',
  (role) =>
    as(role, async (query) => {
      for (const [what, counts] of Object.entries(READABLE)) {
        const found = await query(what.startsWith('select') ? what : `select from ${what}`);
        const place = role === null ? 0 : role === 'packer' ? 1 : 2;
        expect(found.length, what).toBe(counts[place]);
      }
    }),
);

test('staff see nothing for being a shopper, too', () =>
  as('packer', async (query) => {
    const set = await query(`select current_setting('shop.user_id') as shopper`);
    expect(set).toEqual([{ shopper: '' }]);
  }));

describe('nobody, not even an owner, can', () => {
  test.each([
    ['rewrite the log', `update audit_log set verb = 'x'`],
    ['delete from the log', 'delete from audit_log'],
    ['rewrite an event', `update order_events set kind = 'x'`],
    ['say that a shopper was told', 'update order_events set mailed_at = now()'],
    ['rewrite an amount', 'update orders set total_amount = 1'],
    ['set a stock', 'update products set stock = 1'],
    ['start a scheduled price', `update price_changes set state = 'active', former_price = 1`],
    ['rewrite a movement', 'update stock_movements set delta = 1'],
    [
      'say that a refund was made',
      `insert into refunds (payment_id, status) values ('x', 'processed')`,
    ],
    ['rewrite a refund', 'update refunds set amount_paise = 1'],
    ['read the token of an invitation', 'select token_hash from staff_invitations'],
    ['read payments', 'select from payments'],
    ['read the carts', 'select from cart_items'],
    ['read profiles', 'select from profiles'],
    ['write an address', `update addresses set city = 'X'`],
    ['rewrite a message', `update contact_messages set message = 'X'`],
    ['read the token of a subscription', 'select token_hash from newsletter_subscriptions'],
    ['subscribe somebody', `insert into newsletter_subscriptions (email) values ('a@b.in')`],
    ['say that a letter was delivered', 'update newsletter_deliveries set sent_at = now()'],
    ['rewrite an answer', `update message_entries set text = 'X'`],
    ['read accounts', 'select from auth.users'],
    ['read sessions', 'select from auth.sessions'],
    ['read jobs', 'select from jobs.job'],
    ['take a job out of the queue', 'delete from jobs.unfinished_jobs'],
    ['send a letter to somebody else', `update newsletter_deliveries set email = 'b@c.in'`],
    ['change what a code takes off', 'update coupons set value = 1'],
    ['give a use of a code back', 'update coupons set uses = 0'],
    ['make staff', `insert into staff (user_id) values (gen_random_uuid())`],
    ['enter as a shopper', `select auth.enter(gen_random_uuid(), gen_random_uuid(), 0)`],
  ])('%s', (_, statement) =>
    as('owner', async (query) => {
      await expect(query(statement)).rejects.toMatchObject({ code: '42501' });
    }),
  );
});

test('an owner deletes no product that is shown or was sold, and no other role any', async () => {
  const remove = `delete from products returning id`;
  await as('owner', async (query) => {
    expect(await query(remove)).toEqual([]);
    await query(`update products set active = false where id in ('1', '2')`);
    expect(await query(remove)).toEqual([{ id: '2' }]);
  });
  await sql(`update products set active = false where id = '2'`);
  for (const role of ['packer', 'accountant'] as const)
    await as(role, async (query) => expect(await query(remove)).toEqual([]));
  await sql(`update products set active = true where id = '2'`);
});

describe('an order moves', () => {
  const ways = FULFILMENTS.flatMap((from) => FULFILMENTS.map((to) => [from, to] as const));
  const move = (to: Fulfilment, version = 'version + 1') =>
    `update orders set fulfilment = '${to}', version = ${version} returning 1`;

  test('only on the ways of the verbs, a version at a time, with whatever SQL', async () => {
    const { rows } = await sql('select id from orders limit 1');
    const movedBy = async (role: StaffRole, from: Fulfilment, statement: string) => {
      let moved = false;
      // Packed: packers see it also where it is cancelled, to take its parcel out.
      await sql('update orders set fulfilment = $2, packed_at = now() where id = $1', [
        rows[0].id,
        from,
      ]);
      await as(role, async (query) => {
        const found = await query(
          statement.replace(' returning', ` where id = '${rows[0].id}' returning`),
        ).catch(() => []);
        moved = found.length > 0;
      });
      return moved;
    };
    const isWay = (role: StaffRole, [from, to]: (typeof ways)[number]) =>
      TRANSITIONS.filter(({ verb }) => mayUse(role, verb)).some(
        (each) =>
          (each.from === from && each.to === to) ||
          (each.verb in UNDO_KINDS && each.from === to && each.to === from),
      );
    for (const [from, to] of ways.filter(([from, to]) => from !== to)) {
      const way = `${from} to ${to}`;
      expect(await movedBy('owner', from, move(to)), way).toBe(isWay('owner', [from, to]));
      expect(await movedBy('accountant', from, move(to)), way).toBe(false);
      const seen = from !== 'pending' && to !== 'pending';
      expect(await movedBy('packer', from, move(to)), way).toBe(
        seen && isWay('packer', [from, to]),
      );
    }
    expect(await movedBy('owner', 'pending', move('confirmed', 'version'))).toBe(false);
  });

  const asAsha = async (statement: string) => {
    const client = await shop.pool.connect();
    try {
      await client.query('begin');
      await client.query(`select set_config('shop.user_id', $1, true)`, [asha.userId]);
      return await client.query(statement);
    } finally {
      await client.query('rollback');
      client.release();
    }
  };

  test.each([
    ['only by being cancelled', move('shipped')],
    ['without their word that its cash was paid', `update orders set payment_status = 'paid'`],
  ])('for shoppers %s', async (_, statement) => {
    await expect(asAsha(statement)).rejects.toMatchObject({
      constraint: 'order_moves_by_transition',
    });
  });

  test.each([
    ['confirmed', 'confirmed', 'pending'],
    ['paid in cash', 'pending', 'paid'],
  ])('for shoppers not from its beginning on: none is placed that is %s', async (_, ...begun) => {
    const place = `
      insert into orders (user_id, order_number, total_amount, shipping_address, payment_method, idempotency_key,
        request_hash, fulfilment, payment_status)
      values ('${asha.userId}', 'AP-ZZZ-ZZZ', 499, '{}', 'cod', 'a-key-of-mine', 'x', `;
    expect(await asAsha(`${place} 'pending', 'pending')`)).toMatchObject({ rowCount: 1 });
    await expect(asAsha(`${place} '${begun.join("', '")}')`)).rejects.toThrow(/row-level security/);
  });
});

describe('own SQL of', () => {
  const setting = (staff: string) =>
    `insert into shop_settings (key, value, staff_id) values ('notice', '"X"', ${staff})`;
  const event = (kind: string, data = '{}') =>
    `insert into order_events (order_id, user_id, kind, actor, staff_id, data, shown_to_shopper)
     select id, user_id, '${kind}', 'staff', current_staff(), '${data}', true from orders`;
  test.each<[StaffRole, string, string]>([
    ['packer', 'notes no step of others', event('cancel')],
    ['accountant', 'changes no setting', setting('current_staff()')],
    ['owner', 'changes no setting in another name', setting('null')],
    ['packer', 'delivers no parcel', `update shipments set state = 'delivered'`],
    [
      'accountant',
      'counts no day of the reports anew',
      'insert into report_changes (day) values (now())',
    ],
    [
      'packer',
      'stops no report with a day that no calendar has',
      `insert into report_changes (day) values ('5874897-12-31')`,
    ],
    [
      'packer',
      'has no parcel of an order that was not handed over',
      `insert into shipments (order_id, user_id, courier)
       select orders.id, user_id, couriers.id from orders, couriers where fulfilment = 'confirmed'`,
    ],
    [
      'accountant',
      'settles no return without a refund',
      event('manual_refund', '{"amount": 1, "reason": "returned"}'),
    ],
  ])('a %s %s', (role, _, statement) =>
    as(role, async (query) => {
      await expect(query(statement)).rejects.toThrow(/row-level security/);
    }),
  );

  test.each([
    [
      'gives back no cash that was not collected',
      `insert into manual_refunds (order_id, user_id, amount, way, reference, reason, staff_id, idempotency_key)
       select id, user_id, 1, 'upi', 'UTR2', 'goodwill', current_staff(), 'another-key' from orders
       where payment_method = 'cod'`,
      'manual_refunds_within_payment',
    ],
    [
      'says of no cash that it was collected',
      `update orders set payment_status = 'paid' where payment_method = 'cod'`,
      'order_moves_by_transition',
    ],
    [
      'takes no parcel out',
      `update orders set taken_out_at = now() where fulfilment = 'cancelled'`,
      'order_moves_by_transition',
    ],
  ])('an accountant %s', (_, statement, constraint) =>
    as('accountant', async (query) => {
      await expect(query(statement)).rejects.toMatchObject({ constraint });
    }),
  );
});

test('a packer’s own SQL gives no parcel back to the courier that was taken back', () =>
  as('packer', async (query) => {
    const parcel = 'update shipments set state';
    expect(await query(`${parcel} = 'taken_back' returning 1`)).toHaveLength(1);
    expect(await query(`${parcel} = 'handed_over' returning 1`)).toEqual([]);
  }));

describe('not even an owner’s own SQL', () => {
  const ITEM = `from order_items item join orders on orders.id = order_id where fulfilment = 'cancelled'`;
  const back = (delta: number) =>
    `insert into stock_movements (product_id, delta, reason, order_item_id, staff_id)
     select product_id, ${delta}, 'cancelled', item.id, current_staff() ${ITEM}`;
  test.each([
    ['brings more back into the stock than was sold', back(2), 'no_more_back_than_sold'],
    ['takes out of the stock what did not come back', back(-1), 'no_more_back_than_sold'],
    [
      'refunds more than was paid',
      `insert into refunds (payment_id, user_id, amount_paise, reason, idempotency_key)
       select payment_id, user_id, 499 * 100, 'goodwill', 'another-key' from orders where payment_id is not null`,
      'refunds_within_payment',
    ],
    [
      'refunds what was given back by hand',
      `insert into refunds (payment_id, user_id, amount_paise, reason, idempotency_key)
       select payment_id, user_id, 498 * 100, 'goodwill', 'another-key' from orders where payment_id is not null`,
      'refunds_within_payment',
    ],
    [
      'gives back by hand more than was paid',
      `insert into manual_refunds (order_id, user_id, amount, way, reference, reason, staff_id, idempotency_key)
       select id, user_id, total_amount, 'upi', 'UTR2', 'goodwill', current_staff(), 'another-key' from orders`,
      'manual_refunds_within_payment',
    ],
    [
      'takes a parcel out of an order that goes on',
      `update orders set taken_out_at = now() where fulfilment = 'packed'`,
      'order_moves_by_transition',
    ],
    [
      'corrects the address of a parcel that was handed over',
      `update orders set shipping_address = '{}', version = version + 1 where fulfilment = 'shipped'`,
      'order_moves_by_transition',
    ],
    [
      'takes back more pieces than were sold',
      `insert into returned_items (order_item_id, event_id, order_id, user_id, good, damaged)
       select item.id, event.id, order_id, user_id, 1, 1
       from order_items item join order_events event using (order_id, user_id)`,
      'returned_items_were_sold',
    ],
  ])('%s', (_, statement, constraint) =>
    as('owner', async (query) => {
      await expect(query(statement)).rejects.toMatchObject({ constraint });
    }),
  );

  test.each([
    [
      'writes an event in another name',
      `insert into order_events (order_id, user_id, kind, actor, staff_id, shown_to_shopper)
       select id, user_id, 'pack', 'staff', user_id, true from orders`,
    ],
    [
      'takes cash for another sum than the order’s',
      `insert into cod_collections (order_id, amount, due_at) select id, 1, now() from orders`,
    ],
    [
      'refunds a payment of another shopper',
      `insert into refunds (payment_id, user_id, amount_paise, reason, idempotency_key)
       select payment_id, gen_random_uuid(), 1, 'goodwill', 'another-key' from orders where payment_id is not null`,
    ],
  ])('%s', (_, statement) =>
    as('owner', async (query) => {
      await expect(query(statement)).rejects.toThrow(/row-level security/);
    }),
  );
});

test('a packer cannot change a role or write the log in another name', () =>
  as('packer', async (query) => {
    expect(await query(`update staff set role = 'owner' returning 1`)).toEqual([]);
    await expect(
      query(
        `insert into audit_log (staff_id, verb, subject_type, subject_id) values (null, 'x', 'x', 'x')`,
      ),
    ).rejects.toThrow(/row-level security/);
  }));

test('the database role of shoppers cannot read the tables of staff', async () => {
  for (const what of [
    ...['from staff', 'from staff_invitations', 'from audit_log', 'from cod_collections'],
    ...['from cod_remittances', 'from cod_remittance_lines', 'from stock_movements'],
    ...['from stock_ledger', 'staff_id from order_events'],
  ]) {
    const denied = { code: '42501' };
    await expect(shop.pool.query(`select ${what}`), what).rejects.toMatchObject(denied);
  }
});
