import { type Gateway, GatewayFailure } from '@aparajita/razorpay';
import { afterEach, describe, expect, test } from 'vitest';
import { onBehalfOf } from '#server/shopper.ts';
import { beginPaying, ledger, openPayingShop, type Paying, pay, verify } from '#test/payments.ts';
import { hireStaff } from '#test/staff.ts';
import { paymentReceived } from './emails/payment-emails.ts';
import { findIntent } from './intents/intent.ts';
import { handlePayment } from './intents/sync-with-gateway.ts';

const shop = await openPayingShop();

afterEach(async () => {
  shop.loseWebhooks(false);
  shop.answerAll();
  await shop.settle();
  expect(await ledger(shop)).toMatchObject({ wrong: 0 });
});

const OFFER = { discount: 4_990 };
const FEE = { fee: 1_178 };

const ordersOf = (id: string) =>
  shop.rows('select id, payment_id, payment_status from orders where intent_id = $1', [id]);
const refundsOf = (payment: string) =>
  shop.rows('select reason, status from refunds where payment_id = $1', [payment]);

async function orderOf({ id, shopper }: Paying) {
  const [order] = await ordersOf(id);
  return (await shopper.request('GET', `/api/orders/${order?.id}`)).body;
}

/** What the gateway's order says of its payment. */
const setOrder = ({ gatewayOrder }: Paying, status: string, paid: number) =>
  shop.rows('update sandbox_gateway.orders set status = $2, amount_paid = $3 where id = $1', [
    gatewayOrder,
    status,
    paid,
  ]);

async function placed(attempt: object) {
  const paying = await beginPaying(shop);
  const { body } = await verify(paying.shopper, await pay(shop, paying, attempt));
  expect(body.status).toBe('paid');
  return { paying, id: String(body.order_id) };
}

describe.each([
  ['an offer of the gateway', OFFER, 449.1],
  ['the fee borne by the customer', FEE, 510.78],
])('a payment with %s', (_, attempt, paid) => {
  test('becomes an order of its total, which says what was paid, and is returned in full by a cancellation', async () => {
    const { paying, id } = await placed(attempt);
    const order = await orderOf(paying);
    expect(order).toMatchObject({ total_amount: 499, paid_amount: paid, payment_status: 'paid' });
    const email = paymentReceived(order, 'asha@example.com', 'http://localhost:3000');
    expect(JSON.stringify(email)).toContain(`₹${paid.toFixed(2)}`);
    const cancellation = `/api/orders/${id}/cancellation`;
    expect((await paying.shopper.request('POST', cancellation, {})).status).toBe(200);
    await shop.settle();
    expect(await orderOf(paying)).toMatchObject({
      payment_status: 'refunded',
      refunds: [{ amount: paid, status: 'processed' }],
    });
  });

  test('becomes an order when the browser does not return, and the payment is only authorized', async () => {
    const paying = await beginPaying(shop);
    await pay(shop, paying, { ...attempt, outcome: 'authorized' });
    await shop.settle();
    expect(await ordersOf(paying.id)).toMatchObject([{ payment_status: 'paid' }]);
  });
});

// What follows from the amounts is decided in domain/payment.ts, for both alike.
describe('a payment with an offer', () => {
  test.each([
    ['cannot be read', false],
    ['does not show the payment yet', true],
  ])('is being confirmed, not refunded, while the gateway’s order %s', async (_, read) => {
    const paying = await beginPaying(shop);
    shop.loseWebhooks(true);
    const result = await pay(shop, paying, OFFER);
    const [before] = await shop.rows<{ status: string; amount_paid: number }>(
      'select status, amount_paid from sandbox_gateway.orders where id = $1',
      [paying.gatewayOrder],
    );
    if (read) await setOrder(paying, 'attempted', 0);
    else shop.failNext('server_error', 'GET', /^\/v1\/orders\/order_\w+$/, 99);
    const { status, body } = await verify(paying.shopper, result);
    expect([status, body.status]).toEqual([200, 'confirming']);
    await shop.round();
    expect(await ordersOf(paying.id)).toEqual([]);
    shop.answerAll();
    await setOrder(paying, before?.status ?? '', before?.amount_paid ?? 0);
    await shop.makeDue(paying.id);
    await shop.round();
    expect(await ordersOf(paying.id)).toHaveLength(1);
    expect(await refundsOf(result.razorpay_payment_id)).toEqual([]);
  });

  test('is not refunded beyond what was paid', async () => {
    const { paying, id } = await placed(OFFER);
    const { refund } = await hireStaff(shop);
    expect((await refund(id, 449.11)).body.error.code).toBe('refund_too_large');
    expect((await refund(id, 9)).body).toMatchObject({
      total_amount: 499,
      paid_amount: 449.1,
      refundable: 440.1,
    });
    await shop.settle();
    expect(await orderOf(paying)).toMatchObject({ payment_status: 'partially_refunded' });
    expect((await refund(id, 440.1)).status).toBe(200);
    await shop.settle();
    expect(await orderOf(paying)).toMatchObject({ payment_status: 'refunded' });
  });
});

test('a payment that its order of the gateway never shows is refunded an hour after its capture', async () => {
  const paying = await beginPaying(shop);
  shop.loseWebhooks(true);
  const result = await pay(shop, paying, OFFER);
  await setOrder(paying, 'attempted', 0);
  await verify(paying.shopper, result);
  await shop.rows(
    `update payments set captured_at = captured_at - interval '1 hour' where id = $1`,
    [result.razorpay_payment_id],
  );
  await shop.makeDue(paying.id);
  await shop.round();
  expect(await refundsOf(result.razorpay_payment_id)).toMatchObject([{ reason: 'mismatch' }]);
});

test('a late payment with a fee on top is captured by the order’s amount if the gateway refuses its own', async () => {
  const paying = await beginPaying(shop);
  shop.loseWebhooks(true);
  const paid = await pay(shop, paying, { ...FEE, outcome: 'authorized' });
  const { context } = shop.payments;
  const ref = { id: paying.id, user_id: paying.shopper.shopper.userId };
  const [intent] = await context.systemDatabase.asShopper(onBehalfOf(ref.user_id), findIntent(ref));
  const { gateway } = context;
  if (!intent || !gateway) throw new Error('nothing to pay');
  const payment = await gateway.payment(paid.razorpay_payment_id);
  const asked: number[] = [];
  const strict: Gateway = {
    ...gateway,
    async capture(id, amount) {
      asked.push(amount);
      if (amount !== paying.amount) throw new GatewayFailure(400, 'BAD_REQUEST_ERROR', 'refused');
      return gateway.capture(id, payment.amount);
    },
  };
  await handlePayment(context, intent, strict, payment);
  expect(asked).toEqual([51_078, 49_900]);
  expect(await ordersOf(paying.id)).toMatchObject([{ payment_status: 'paid' }]);
});
