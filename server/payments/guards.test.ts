import { cloneDatabase, type TestDatabase } from '@aparajita/postgres/testing';
import { beforeAll, describe, expect, test } from 'vitest';

const A = '00000000-0000-4000-8000-00000000000a';
const B = '00000000-0000-4000-8000-00000000000b';
const I1 = '00000000-0000-4000-8000-000000000001';
const I2 = '00000000-0000-4000-8000-000000000002';

let db: TestDatabase;

const intent = (id: string, user: string, key: string, number: string, state = 'open') =>
  `insert into payment_intents (id, user_id, email, idempotency_key, request_hash, order_number, amount_paise,
     shipping_address, mode, key_id, state, holds_stock, expires_at)
   values ('${id}', '${user}', 'a@example.com', '${key}', 'h', '${number}', 49900, '{}', 'sandbox', 'k',
     '${state}', ${state === 'open'}, now())`;
const payment = (
  id: string,
  intentId: string,
  user: string,
  amount: number,
  status: string,
  applied = false,
) =>
  `insert into payments (id, intent_id, user_id, amount_paise, status, applied)
   values ('pay_${id}', '${intentId}', '${user}', ${amount}, '${status}', ${applied})`;
const order = (of: {
  intent: string | null;
  user: string;
  number: string;
  total: number;
  payment: string | null;
  status?: string;
}) =>
  `insert into orders (intent_id, user_id, order_number, total_amount, shipping_address, payment_method,
     payment_id, payment_mode, payment_status, idempotency_key, request_hash)
   values (${of.intent ? `'${of.intent}'` : 'null'}, '${of.user}', '${of.number}', ${of.total}, '{}', 'razorpay',
     ${of.payment ? `'pay_${of.payment}'` : 'null'}, ${of.intent ? `'sandbox'` : 'null'}, '${of.status ?? 'paid'}', 'order-key-${of.number}', 'h')`;
const refund = (paymentId: string, amount: number, reason: string, key: string) =>
  `insert into refunds (payment_id, user_id, amount_paise, reason, idempotency_key)
   values ('pay_${paymentId}', '${A}', ${amount}, '${reason}', '${key}')`;

const P1 = 'AAAAAAAAAAAAAA';
const P2 = 'BBBBBBBBBBBBBB';
const P3 = 'CCCCCCCCCCCCCC';

beforeAll(async () => {
  db = await cloneDatabase();
  await db.owner.query(
    [
      intent(I1, A, 'key-one-1', 'N1'),
      intent(I2, B, 'key-two-2', 'N2'),
      payment(P1, I1, A, 49_900, 'captured', true),
      payment(P2, I2, B, 100, 'captured'),
      payment(P3, I1, A, 49_900, 'captured'),
      refund(P3, 10_000, 'duplicate', `auto-pay_${P3}`),
    ].join(';'),
  );
  return () => db.drop();
});

const good = { intent: I1, user: A, number: 'N1', total: 499, payment: P1 };

describe('the tables’ constraints reject', () => {
  test.each([
    ['an order for another shopper', order({ ...good, user: B }), 'orders_payment_intent_fkey'],
    [
      "an order paid with another checkout's payment",
      order({ ...good, payment: P2 }),
      'orders_payment_fkey',
    ],
    [
      'an order with another total than the intent',
      order({ ...good, total: 1 }),
      'orders_payment_intent_fkey',
    ],
    [
      'an order with a payment that is too small',
      order({ intent: I2, user: B, number: 'N2', total: 499, payment: P2 }),
      'orders_payment_fkey',
    ],
    [
      'an online order without a payment',
      order({ ...good, payment: null }),
      'online_orders_are_paid',
    ],
    [
      'an online order without a checkout',
      order({ ...good, intent: null }),
      'online_orders_are_paid',
    ],
    [
      'an online order that is pending',
      order({ ...good, status: 'pending' }),
      'online_orders_are_paid',
    ],
    [
      'a second order of one checkout',
      `${order(good)}; ${order({ ...good, number: 'N1b', payment: P3 })}`,
      'orders_intent_id_key',
    ],
    [
      'a second order of one payment',
      `${order(good)}; ${order({ ...good, number: 'N1b' })}`,
      'orders_',
    ],
    [
      'two applied payments for one checkout',
      `update payments set applied = true where id = 'pay_${P3}'`,
      'one_applied_payment',
    ],
    [
      'an authorized payment as paid',
      payment('DDDDDDDDDDDDDD', I1, A, 1, 'authorized', true),
      'applied_payment_is_captured',
    ],
    [
      'a second open checkout of one shopper',
      intent('00000000-0000-4000-8000-000000000003', A, 'key-three', 'N3'),
      'one_open_intent',
    ],
    [
      'an idempotency key used twice',
      intent('00000000-0000-4000-8000-000000000003', A, 'key-one-1', 'N3', 'expired'),
      'one_intent_per_key',
    ],
    [
      'a checkout of less than a rupee',
      `update payment_intents set amount_paise = 99 where id = '${I2}'`,
      'amount_paise',
    ],
    [
      'an open checkout that holds no stock',
      `update payment_intents set holds_stock = false where id = '${I1}'`,
      'open_intent_holds_stock',
    ],
    [
      'a finished checkout that holds stock',
      `update payment_intents set state = 'superseded' where id = '${I1}'`,
      'ended_intent_holds_no_stock',
    ],
    ['stock below nothing', 'update products set stock = -1', 'products_stock_check'],
    [
      'a payment status that moves backwards',
      `update payments set status = 'authorized' where id = 'pay_${P3}'`,
      'payments_move_forward',
    ],
    [
      'a payment id that is a path',
      payment('../orders/xxx', I1, A, 1, 'failed'),
      'payments_id_check',
    ],
    ['a second automatic refund', refund(P3, 1, 'mismatch', 'another-key'), 'one_automatic_refund'],
    [
      'refunds that exceed the payment',
      refund(P3, 39_901, 'gateway', 'another-key'),
      'refunds_within_payment',
    ],
    [
      'one refund key twice',
      refund(P1, 1, 'gateway', `auto-pay_${P3}`),
      'refunds_idempotency_key_key',
    ],
    [
      'a refund key that the gateway would reject',
      refund(P1, 1, 'gateway', 'short'),
      'refunds_idempotency_key_check',
    ],
    [
      'a pending refund without a gateway id',
      `update refunds set status = 'processed'`,
      'accepted_refund_has_gateway_id',
    ],
  ])('%s', async (_, statement, constraint) => {
    const client = await db.owner.connect();
    try {
      await client.query('begin');
      const error = await client.query(statement).then(
        () => null,
        (refused) => refused,
      );
      expect(error, 'it was rejected').not.toBeNull();
      expect(error.constraint).toContain(constraint);
    } finally {
      await client.query('rollback');
      client.release();
    }
  });

  test('nothing when the data is valid', async () => {
    const client = await db.owner.connect();
    await client.query('begin');
    await client.query(order(good));
    await client.query('rollback');
    client.release();
  });
});
