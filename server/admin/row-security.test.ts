import { beforeAll, describe, expect, test } from 'vitest';
import { STAFF_ROLES, type StaffRole } from '#domain/staff.ts';
import { placeOrder } from '#server/orders/place-order.ts';
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
  const asha = await insertShopper(shop.db.owner);
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
      values (gen_random_uuid(), 'a@b.in', 'a-key-of-mine', 'x', 'AP-AAA-AAA', 499, '{}', 'sandbox', 'x', now());
    insert into payments (id, intent_id, user_id, amount_paise, status)
      select 'pay_AAAAAAAAAAAAAA', id, user_id, amount_paise, 'captured' from payment_intents;
    insert into refunds (payment_id, user_id, amount_paise, reason, idempotency_key)
      select id, user_id, amount_paise, 'duplicate', 'a-key-of-mine' from payments`);
  await sql(`
    insert into contact_messages (id, name, email, subject, message)
      values (gen_random_uuid(), 'X', 'a@b.in', 'X', 'X');
    insert into message_entries (message_id, kind, text, staff_id, idempotency_key)
      select contact_messages.id, 'note', 'X', user_id, user_id::text from contact_messages, staff;
    insert into newsletter_subscriptions (email, request_id, confirmed_at) values ('a@b.in', gen_random_uuid(), now());
    insert into newsletter_letters (subject, heading, text, button_label, button_url, picture_text, created_by)
      select 'X', 'X', 'X', '', '', '', user_id from staff;
    insert into newsletter_deliveries (letter_id, email) select id, 'a@b.in' from newsletter_letters`);
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

const FIND_ORDERS = `select * from find_orders('{}', null, null, null, null, null, null, null, null, null, null, '{}', false, 10)`;

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
  'select id from staff_invitations': [0, 0, 0],
  'select email from newsletter_subscriptions': [0, 0, 0],
  'select * from find_customers(null, null, 10)': [0, 0, 0],
  'select account.* from (select distinct user_id from orders) o, customer_account(o.user_id) account':
    [0, 0, 0],
  'select from (select distinct user_id from orders) o where export_customer(o.user_id) is not null':
    [0, 0, 0],
  [FIND_ORDERS]: [0, 3, 6],
  'select * from stock_levels()': [0, 6, 0],
  "select * from stock_history('1', 10)": [0, 7, 0],
  "select * from find_messages('x', null, 10)": [0, 0, 0],
  "select from report_sales('2020-01-01', '2100-01-01')": [0, 0, 1],
  "select from report_products('2020-01-01', '2100-01-01')": [0, 0, 1],
  "select from report_parcels('2020-01-01', '2100-01-01')": [0, 0, 1],
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

describe('nobody, not even an owner, can', () => {
  test.each([
    ['rewrite the log', `update audit_log set verb = 'x'`],
    ['delete from the log', 'delete from audit_log'],
    ['rewrite an event', `update order_events set kind = 'x'`],
    ['say that a shopper was told', 'select note_event_mailed(1)'],
    ['correct an address past its function', `update orders set shipping_address = '{}'`],
    ['move an order past its verbs', `update orders set fulfilment = 'delivered'`],
    ['rewrite an amount', 'update orders set total_amount = 1'],
    ['set a stock', 'update products set stock = 1'],
    ['delete a product', 'delete from products'],
    ['start a scheduled price', 'select apply_price_change()'],
    ['rewrite a movement', 'update stock_movements set delta = 1'],
    ['make a refund past its function', `insert into refunds (payment_id) values ('x')`],
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
    ['make staff', `insert into staff (user_id) values (gen_random_uuid())`],
    ['enter as a shopper', `select auth.enter(gen_random_uuid(), gen_random_uuid(), 0)`],
  ])('%s', (_, statement) =>
    as('owner', async (query) => {
      await expect(query(statement)).rejects.toMatchObject({ code: '42501' });
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
    ...['from stock_ledger', 'from order_transitions', 'staff_id from order_events'],
  ]) {
    const denied = { code: '42501' };
    await expect(shop.pool.query(`select ${what}`), what).rejects.toMatchObject(denied);
  }
});
