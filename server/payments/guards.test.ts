import { cloneDatabase, LONG_TIMEOUTS, type TestDatabase } from '@aparajita/postgres/testing';
import type { GatewayMode } from '@aparajita/razorpay';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '#server/database/database.ts';
import { OperatorError } from '#server/operator-errors.ts';
import { openShopDatabase } from '#test/shop-database.ts';
import { assertSinglePaymentMode } from './shop-payments.ts';

const ids = { a: 'a', b: 'b', one: '1', two: '2', three: '3' };
const uuid = (who: keyof typeof ids) => `00000000-0000-4000-8000-00000000000${ids[who]}`;
const [P1, P2, P3] = ['pay_AAAAAAAAAAAAAA', 'pay_BBBBBBBBBBBBBB', 'pay_CCCCCCCCCCCCCC'] as const;

/** An insert of one row of these values. */
function insert(table: string, row: Record<string, string | number | boolean | null>): string {
  const values = Object.values(row).map((value) =>
    value === null ? 'null' : value === 'now()' ? value : `'${value}'`,
  );
  return `insert into ${table} (${Object.keys(row)}) values (${values})`;
}

type Row = Parameters<typeof insert>[1];
const intent = (more: Row = {}) =>
  insert('payment_intents', {
    ...{ id: uuid('three'), user_id: uuid('a'), email: 'a@example.com', order_number: 'N3' },
    ...{ idempotency_key: 'key-three', request_hash: 'h', amount_paise: 49_900, key_id: 'k' },
    ...{ shipping_address: '{}', mode: 'sandbox', state: 'open', holds_stock: true },
    ...{ expires_at: 'now()', ...more },
  });
const payment = (more: Row = {}) =>
  insert('payments', {
    ...{ id: P1, intent_id: uuid('one'), user_id: uuid('a'), amount_paise: 49_900 },
    ...{ status: 'captured', applied: false, ...more },
  });
const order = (more: Row = {}) =>
  insert('orders', {
    ...{ intent_id: uuid('one'), user_id: uuid('a'), order_number: 'N1', total_amount: 499 },
    ...{ shipping_address: '{}', payment_method: 'razorpay', payment_id: P1, request_hash: 'h' },
    ...{ payment_mode: 'sandbox', payment_status: 'paid' },
    ...{ idempotency_key: `order-key-${more.order_number ?? 'N1'}`, ...more },
  });
const refund = (more: Row = {}) =>
  insert('refunds', {
    ...{ payment_id: P3, user_id: uuid('a'), amount_paise: 1, reason: 'gateway' },
    ...{ idempotency_key: 'another-key', ...more },
  });

describe('the tables’ constraints', () => {
  let db: TestDatabase;
  beforeAll(async () => {
    db = await cloneDatabase();
    const ofB = { id: uuid('two'), user_id: uuid('b') };
    await db.owner.query(
      [
        intent({ id: uuid('one'), idempotency_key: 'key-one-1', order_number: 'N1' }),
        intent({ ...ofB, idempotency_key: 'key-two-2', order_number: 'N2' }),
        payment({ applied: true }),
        payment({ id: P2, intent_id: uuid('two'), user_id: uuid('b'), amount_paise: 100 }),
        payment({ id: P3 }),
        refund({ amount_paise: 10_000, reason: 'duplicate', idempotency_key: `auto-${P3}` }),
      ].join(';'),
    );
    return () => db.drop();
  });

  /** The constraint that rejects a statement, if one does; nothing is kept of it. */
  async function constraintAgainst(statement: string): Promise<string | null> {
    const client = await db.owner.connect();
    try {
      await client.query('begin');
      await client.query(statement);
      return null;
    } catch (error) {
      return String(Reflect.get(Object(error), 'constraint'));
    } finally {
      await client.query('rollback');
      client.release();
    }
  }

  const second = `${order()}; ${order({ order_number: 'N1b', payment_id: P3 })}`;
  const ofB = { intent_id: uuid('two'), user_id: uuid('b'), order_number: 'N2', payment_id: P2 };
  const uncaptured = { id: 'pay_DDDDDDDDDDDDDD', amount_paise: 1, status: 'authorized' };
  const usedKey = { idempotency_key: 'key-one-1', state: 'expired', holds_stock: false };
  const set = (table: string, change: string, id: string) =>
    `update ${table} set ${change} where id = '${id}'`;
  const setIntent = (change: string, who: 'one' | 'two') =>
    set('payment_intents', change, uuid(who));
  const withoutStock = setIntent('holds_stock = false', 'one');
  const finished = setIntent(`state = 'superseded'`, 'one');
  const backwards = set('payments', `status = 'authorized'`, P3);
  const sameKey = refund({ payment_id: P1, idempotency_key: `auto-${P3}` });
  const shortKey = refund({ payment_id: P1, idempotency_key: 'short' });
  const withoutId = `update refunds set status = 'processed'`;

  test.each([
    ['an order for another shopper', order({ user_id: uuid('b') }), 'orders_payment_intent_fkey'],
    ['an order with another checkout’s payment', order({ payment_id: P2 }), 'orders_payment_fkey'],
    ['an order of another total', order({ total_amount: 1 }), 'orders_payment_intent_fkey'],
    ['an order with a payment that is too small', order(ofB), 'orders_payment_fkey'],
    ['an online order without a payment', order({ payment_id: null }), 'online_orders_are_paid'],
    ['one without a checkout', order({ intent_id: null, payment_mode: null }), 'online_orders_are'],
    ['a pending online order', order({ payment_status: 'pending' }), 'online_orders_are_paid'],
    ['a second order of one checkout', second, 'orders_intent_id_key'],
    ['a second order of one payment', `${order()}; ${order({ order_number: 'N1b' })}`, 'orders_'],
    ['two payments of a checkout', set('payments', 'applied = true', P3), 'one_applied_payment'],
    ['an authorized one', payment({ ...uncaptured, applied: true }), 'applied_payment_is_captured'],
    ['a second open checkout of one shopper', intent(), 'one_open_intent'],
    ['an idempotency key used twice', intent(usedKey), 'one_intent_per_key'],
    ['a checkout of less than a rupee', setIntent('amount_paise = 99', 'two'), 'amount_paise'],
    ['an open one without stock', withoutStock, 'open_intent_holds_stock'],
    ['a finished one with stock', finished, 'ended_intent_holds_no'],
    ['a status that moves back', backwards, 'payments_move_forw'],
    ['an id that is a path', payment({ id: 'pay_../orders/xxx', status: 'failed' }), 'payments_id'],
    ['a second automatic refund', refund({ reason: 'mismatch' }), 'one_automatic_refund'],
    ['refunds that exceed the payment', refund({ amount_paise: 39_901 }), 'refunds_within_payment'],
    ['a refund key twice', sameKey, 'refunds_idem'],
    ['a short one', shortKey, 'refunds_idempotency_key_c'],
    ['one processed without an id', withoutId, 'accepted_refund_has'],
  ])('reject %s', async (_, statement, constraint) => {
    expect(await constraintAgainst(statement)).toContain(constraint);
  });

  test('reject nothing that is valid', async () => {
    expect(await constraintAgainst(order())).toBeNull();
  });
});

describe('a database takes real money or that of a test', () => {
  let db: TestDatabase;
  let database: Database;

  beforeEach(async () => {
    ({ db, database } = await openShopDatabase({ timeouts: LONG_TIMEOUTS }));
  });

  const opens = (mode: GatewayMode | null) =>
    assertSinglePaymentMode(database, mode).then(
      () => true,
      (error) => {
        expect(error).toBeInstanceOf(OperatorError);
        return false;
      },
    );

  test.each<[GatewayMode, boolean[]]>([
    ['sandbox', [true, true, false, false]],
    ['test', [true, true, false, false]],
    ['live', [false, false, true, true]],
  ])('which modes can start on one first used with %s keys', async (first, then) => {
    if (first === 'live') expect(await opens(null), 'only cash before').toBe(true);
    expect(await opens(first)).toBe(true);
    const answers = [];
    for (const mode of ['sandbox', 'test', 'live', null] as const) answers.push(await opens(mode));
    expect(answers).toEqual(then);
  });

  test('of two processes that start at once in different modes, one starts', async () => {
    const answers = await Promise.all([opens('live'), opens('sandbox')]);
    expect(answers.sort()).toEqual([false, true]);
  });

  test('the tables reject payments of the other mode, and an order paid in test mode is not packed', async () => {
    await db.owner.query(intent({ id: uuid('one') }));
    const other = intent({ user_id: uuid('b'), order_number: 'N4', mode: 'live' });
    await expect(db.owner.query(other)).rejects.toMatchObject({
      constraint: 'one_payment_environment',
    });
    expect(await opens(null)).toBe(false);
    await db.owner.query(payment({ applied: true }));
    await db.owner.query(order({ order_number: 'N3' }));
    const update = (change: string) => db.owner.query(`update orders set ${change}`);
    await update(`fulfilment = 'confirmed'`);
    for (const state of ['packed', 'shipped', 'delivered', 'returned'])
      await expect(update(`fulfilment = '${state}'`), state).rejects.toMatchObject({
        constraint: 'test_orders_are_not_shipped',
      });
    await expect(update(`payment_mode = 'live', fulfilment = 'shipped'`)).rejects.toMatchObject({
      constraint: 'orders_payment_mode_fkey',
    });
    await update(`fulfilment = 'cancelled'`);
  });
});
