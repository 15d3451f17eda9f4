import { openPool } from '@aparajita/postgres/pool';
import { cloneDatabase, type TestDatabase } from '@aparajita/postgres/testing';
import type { GatewayMode } from '@aparajita/razorpay';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { createDatabase, type Database } from '#server/database/database.ts';
import { createLog } from '#server/log.ts';
import { assertSinglePaymentMode, MixedPaymentModesError } from './modes.ts';

let db: TestDatabase;
let database: Database;
const opened: (() => Promise<void>)[] = [];

beforeEach(async () => {
  db = await cloneDatabase();
  const log = createLog('silent');
  const common = { connection: db.connection, pooled: false, size: 4, log };
  const pool = openPool({ ...common, role: 'shop_app' });
  database = createDatabase({ pool, enter: 'token', prepare: true });
  const { drop } = db;
  opened.push(async () => {
    await pool.end();
    await drop();
  });
});

afterAll(() => Promise.all(opened.map((close) => close())));

const opens = (mode: GatewayMode | null) =>
  assertSinglePaymentMode(database, mode).then(
    () => true,
    (error) => {
      expect(error).toBeInstanceOf(MixedPaymentModesError);
      return false;
    },
  );

test.each<[GatewayMode, Record<string, boolean>]>([
  ['sandbox', { sandbox: true, test: true, live: false, cash: false }],
  ['test', { sandbox: true, test: true, live: false, cash: false }],
  ['live', { sandbox: false, test: false, live: true, cash: true }],
])('which modes can start on a database first used with %s keys', async (first, then) => {
  expect(await opens(first)).toBe(true);
  const answers = {
    sandbox: await opens('sandbox'),
    test: await opens('test'),
    live: await opens('live'),
    cash: await opens(null),
  };
  expect(answers).toEqual(then);
});

test('a shop that took only cash may use live keys later', async () => {
  expect(await opens(null)).toBe(true);
  expect(await opens('live')).toBe(true);
});

test('of two processes that start at once in different modes, one starts', async () => {
  const answers = await Promise.all([opens('live'), opens('sandbox')]);
  expect(answers.sort()).toEqual([false, true]);
});

test('the tables reject payments of the other mode', async () => {
  await intent('sandbox', 1);
  await intent('test', 2);
  await expect(intent('live', 3)).rejects.toMatchObject({ constraint: 'one_payment_environment' });
  expect(await opens(null)).toBe(false);
});

test('an order paid in test mode is not packed', async () => {
  await intent('sandbox', 1);
  await db.owner.query(`
    insert into payments (id, intent_id, user_id, amount_paise, status, applied)
      select 'pay_AAAAAAAAAAAAAA', id, user_id, amount_paise, 'captured', true from payment_intents;
    insert into orders (user_id, order_number, total_amount, shipping_address, payment_method, payment_status,
      fulfilment, idempotency_key, request_hash, intent_id, payment_id, payment_mode)
      select user_id, order_number, 499, '{}', 'razorpay', 'paid', 'confirmed', 'a-key-of-mine', 'h', id,
        'pay_AAAAAAAAAAAAAA', mode from payment_intents`);
  for (const state of ['packed', 'shipped', 'delivered', 'returned']) {
    await expect(
      db.owner.query('update orders set fulfilment = $1', [state]),
    ).rejects.toMatchObject({
      constraint: 'test_orders_are_not_shipped',
    });
  }
  await expect(
    db.owner.query(`update orders set payment_mode = 'live', fulfilment = 'shipped'`),
  ).rejects.toMatchObject({ constraint: 'orders_payment_mode_fkey' });
  await db.owner.query(`update orders set fulfilment = 'cancelled'`);
});

function intent(mode: string, n: number) {
  return db.owner.query(
    `insert into payment_intents (user_id, email, idempotency_key, request_hash, order_number, amount_paise,
       shipping_address, mode, key_id, expires_at)
     values (gen_random_uuid(), 'a@example.com', 'a-key-of-mine', 'h', $1, 49900, '{}', $2, 'k', now())`,
    [`N${n}`, mode],
  );
}
