import { NO_FAULTS } from '@aparajita/razorpay/sandbox';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { paymentDisputed } from '#server/payments/emails/dispute-email.ts';
import { reconcile } from '#server/payments/reconcile/reconcile.ts';
import { onBehalfOf } from '#server/shopper.ts';
import { beginPaying, openPayingShop, type PayingShop, pay, verify } from '#test/payments.ts';
import type { TestShopper } from '#test/shop.ts';
import { newStaff } from '#test/staff.ts';
import { findDispute } from './dispute-queries.ts';

let shop: PayingShop;
let owner: TestShopper;

beforeAll(async () => {
  shop = await openPayingShop();
  owner = await newStaff(shop, 'owner');
});
beforeEach(() => {
  shop.loseWebhooks(false);
  shop.failNext('hang', 'NEVER', /^$/);
});

test('a dispute is under Today and in the order’s history, and the shop gets an email', async () => {
  const { order, payment, number } = await paidOrder();
  const id = await shop.sandbox.dispute(payment, 30_000);
  await shop.settle();

  const { body: today } = await owner.request('GET', '/api/admin/today');
  expect(today.disputes.orders).toContain(number);
  const { body: listed } = await owner.request('GET', `/api/admin/orders?q=${number}`);
  expect(listed.orders).toHaveLength(1);
  const dispute = {
    id,
    status: 'open',
    phase: 'chargeback',
    reason: 'goods_or_services_not_received',
    amount: 300,
    deducted: 0,
    respond_by: expect.any(String),
  };
  const view = await viewOf(order);
  expect(view.disputes).toEqual([dispute]);
  const { id: _, deducted: __, ...data } = dispute;
  expect(view.events.at(-1)).toMatchObject({
    kind: 'dispute',
    actor: 'system',
    data,
    shown_to_shopper: false,
  });
  expect(await noticesAbout(id)).toBe(1);
});

test('the shopper and packers see nothing of a dispute', async () => {
  const { order, payment, shopper } = await paidOrder();
  const before = await shopper.request('GET', `/api/orders/${order}`);
  const id = await shop.sandbox.dispute(payment);
  await shop.settle();
  await shop.sandbox.moveDispute(id, 'lost');
  await shop.settle();
  expect((await shopper.request('GET', `/api/orders/${order}`)).body).toEqual(before.body);
  const packer = await newStaff(shop, 'packer');
  const { body } = await packer.request('GET', `/api/admin/orders/${order}`);
  expect(body.disputes).toEqual([]);
  expect(JSON.stringify(body.events)).not.toContain('dispute');
  expect((await packer.request('GET', '/api/admin/today')).body.disputes).toBeNull();
});

test('a shopper cannot cancel an order while its payment is disputed', async () => {
  const { order, payment, shopper } = await paidOrder();
  const id = await shop.sandbox.dispute(payment);
  await shop.settle();
  const path = `/api/orders/${order}`;
  for (const event of ['under_review', 'action_required'] as const) {
    await shop.sandbox.moveDispute(id, event);
    await shop.settle();
    expect((await shopper.request('GET', path)).body.can_cancel).toBe(false);
    const refused = await shopper.request('POST', `${path}/cancellation`, {});
    expect(refused.body.error.code).toBe('not_allowed_now');
  }
  expect((await viewOf(order)).refundable).toBe(499);

  await shop.sandbox.moveDispute(id, 'won');
  await shop.settle();
  expect((await shopper.request('GET', path)).body.can_cancel).toBe(true);
  const { body } = await shopper.request('POST', `${path}/cancellation`, {});
  expect(body).toMatchObject({ payment_status: 'refund_pending', refunds: [{ amount: 499 }] });
});

test.each([
  ['cancelled', 'confirmed', { verb: 'cancel', reason: 'out_of_stock' }],
  ['returned', 'returning', { verb: 'receive_back', good: [] }],
  ['lost', 'shipped', { verb: 'lose' }],
])(
  'an order that staff note as %s gives nothing back while its payment is disputed',
  async (after, before, action) => {
    const { order, payment } = await paidOrder();
    await countAsRealMoney(order);
    await shop.rows('update orders set fulfilment = $2 where id = $1', [order, before]);
    await shop.sandbox.dispute(payment, 100);
    await shop.settle();
    const { version } = await viewOf(order);
    const path = `/api/admin/orders/${order}`;
    const { status } = await owner.request('POST', `${path}/actions`, { version, ...action });
    expect(status).toBe(200);
    const view = await viewOf(order);
    expect(view).toMatchObject({ fulfilment: after, payment_status: 'paid', refundable: 499 });
    expect(view.events.at(-1).data).not.toHaveProperty('refunded');
    const refund = await owner.request(
      'POST',
      `${path}/refunds`,
      { version: view.version, amount: 499, reason: 'goodwill' },
      { 'idempotency-key': `refund-${order}` },
    );
    expect(refund.status).toBe(200);
  },
);

test('a dispute that the bank reopens in a later phase is open again, and the shop is told', async () => {
  const { order, payment } = await paidOrder();
  const id = await shop.sandbox.dispute(payment);
  await shop.settle();
  await shop.sandbox.moveDispute(id, 'won');
  await shop.settle();
  const setPhase = (phase: string) =>
    shop.rows('update sandbox_gateway.disputes set phase = $2 where id = $1', [id, phase]);
  await setPhase('pre_arbitration');
  await shop.sandbox.moveDispute(id, 'created');
  await shop.settle();
  expect(await statesOf(order)).toEqual(['open', 'won', 'open']);
  expect((await viewOf(order)).disputes).toMatchObject([
    { status: 'open', phase: 'pre_arbitration' },
  ]);
  expect(await noticesAbout(id)).toBe(3);

  // An answer from before that is read late.
  await setPhase('chargeback');
  await shop.sandbox.moveDispute(id, 'won');
  await shop.settle();
  expect(await statesOf(order)).toEqual(['open', 'won', 'open']);
});

test('events that are repeated, late or in the wrong order change nothing', async () => {
  const { order, payment } = await paidOrder();
  // Each event arrives twice, and all of them after the decision.
  shop.sandbox.setFaults({ ...NO_FAULTS, deliveries: () => [0, 0] });
  const id = await shop.sandbox.dispute(payment);
  for (const event of ['under_review', 'action_required', 'under_review', 'won'] as const) {
    await shop.sandbox.moveDispute(id, event);
  }
  await shop.settle();
  expect(await statesOf(order)).toEqual(['won']);
  expect(await noticesAbout(id)).toBe(1);
  await shop.sandbox.moveDispute(id, 'won');
  await shop.settle();
  expect(await statesOf(order)).toEqual(['won']);
});

test('an answer that overtakes a decision does not reopen the dispute', async () => {
  const { order, payment } = await paidOrder();
  const id = await shop.sandbox.dispute(payment);
  await shop.settle();
  await shop.sandbox.moveDispute(id, 'lost');
  await shop.settle();
  await shop.rows(`update sandbox_gateway.disputes set status = 'open' where id = $1`, [id]);
  await reconcile(shop.payments.jobContext);
  expect(await statesOf(order)).toEqual(['open', 'lost']);
});

test('each step is in the history once, and the shop is told of those that need it', async () => {
  const { order, payment } = await paidOrder();
  const id = await shop.sandbox.dispute(payment);
  await shop.settle();
  for (const event of ['under_review', 'action_required', 'lost'] as const) {
    await shop.sandbox.moveDispute(id, event);
    await shop.settle();
  }
  expect(await statesOf(order)).toEqual(['open', 'under_review', 'open', 'lost']);
  expect(await noticesAbout(id)).toBe(3);
  const { body: today } = await owner.request('GET', '/api/admin/today');
  expect(today.disputes.orders).not.toContain((await viewOf(order)).order_number);
});

test('a dispute whose webhook is lost is found by the reconciliation', async () => {
  const { order, payment } = await paidOrder();
  shop.loseWebhooks(true);
  const id = await shop.sandbox.dispute(payment);
  await Promise.all([reconcile(shop.payments.context), reconcile(shop.payments.context)]);
  expect(await statesOf(order)).toEqual(['open']);
  expect(await noticesAbout(id)).toBe(1);
});

test('a dispute of an unknown shape does not hide the others from the reconciliation', async () => {
  const [strange, plain] = [await paidOrder(), await paidOrder()];
  shop.loseWebhooks(true);
  const id = await shop.sandbox.dispute(strange.payment);
  await shop.rows(`update sandbox_gateway.disputes set status = 'unheard_of' where id = $1`, [id]);
  await shop.sandbox.dispute(plain.payment);
  await reconcile(shop.payments.jobContext);
  expect(await statesOf(plain.order)).toEqual(['open']);
  expect(await statesOf(strange.order)).toEqual([]);
});

test('an order whose payment was partly taken back is refunded once the rest is', async () => {
  const { order, payment, shopper } = await paidOrder();
  const id = await shop.sandbox.dispute(payment, 30_000);
  await shop.settle();
  await shop.sandbox.moveDispute(id, 'lost');
  await shop.settle();
  expect((await viewOf(order)).payment_status).toBe('paid');
  expect((await shopper.request('POST', `/api/orders/${order}/cancellation`, {})).status).toBe(200);
  await shop.settleRefunds();
  expect((await viewOf(order)).payment_status).toBe('refunded');
});

test('a lost dispute is in the books, and its money cannot be refunded again', async () => {
  const { order, payment } = await paidOrder();
  await countAsRealMoney(order);
  const spent = async () => (await viewOf(order)).customer.spent;
  const lostToday = async () => {
    const path = `/api/admin/reports/gateway?from=${today}&to=${today}`;
    const { body } = await owner.request('GET', path);
    return Number(body.totals.at(-1) ?? 0);
  };
  const [{ today } = { today: '' }] = await shop.rows<{ today: string }>(
    'select india_day(now())::text as today',
  );
  const before = await lostToday();
  expect(await spent()).toBe(499);
  const id = await shop.sandbox.dispute(payment, 30_000);
  await shop.settle();
  expect((await viewOf(order)).refundable).toBe(499);
  await shop.sandbox.moveDispute(id, 'lost');
  await shop.settle();

  expect(await lostToday()).toBe(before + 300);
  expect(await spent()).toBe(199);
  expect(await viewOf(order)).toMatchObject({ refundable: 199, disputes: [{ deducted: 300 }] });
  const refund = await owner.request(
    'POST',
    `/api/admin/orders/${order}/refunds`,
    { version: 0, amount: 199.01, reason: 'goodwill' },
    { 'idempotency-key': `refund-${order}` },
  );
  expect(refund.body.error.code).toBe('refund_too_large');
});

test('a dispute that is not signed by the gateway changes nothing', async () => {
  const { order, payment } = await paidOrder();
  const event = JSON.stringify({
    payload: {
      dispute: { entity: { id: 'disp_AAAAAAAAAAAAAA', payment_id: payment, status: 'lost' } },
    },
  });
  const answer = await shop.app.request('/api/webhooks/razorpay', {
    method: 'POST',
    headers: { 'x-razorpay-event-id': 'evt_1', 'x-razorpay-signature': 'f'.repeat(64) },
    body: event,
  });
  expect(answer.status).toBe(400);
  await shop.settle();
  expect(await statesOf(order)).toEqual([]);
});

test('the email says until when to answer, and what a lost dispute took', async () => {
  const { payment, shopper } = await paidOrder();
  const id = await shop.sandbox.dispute(payment);
  await shop.settle();
  const written = async () => {
    const ref = { id, user_id: shopper.shopper.userId };
    const [dispute] = await shop.payments.context.systemDatabase.asShopper(
      onBehalfOf(ref.user_id),
      findDispute(ref),
    );
    if (!dispute) throw new Error('not saved');
    return paymentDisputed(dispute, 'shop@example.com', 'http://localhost:3000');
  };
  expect(await written()).toMatchObject({ heading: 'A payment is disputed' });
  expect(JSON.stringify(await written())).toContain('Answer before');
  await shop.sandbox.moveDispute(id, 'lost');
  await shop.settle();
  const lost = JSON.stringify(await written());
  expect(lost).toContain('"Taken back","value":"₹499.00"');
  expect(lost).not.toContain('Answer before');
});

test('the email about a suspected fraud advises a refund, and one about a chargeback advises against it', async () => {
  const { payment, shopper } = await paidOrder();
  const id = await shop.sandbox.dispute(payment);
  await shop.settle();
  const ref = { id, user_id: shopper.shopper.userId };
  const [dispute] = await shop.payments.context.systemDatabase.asShopper(
    onBehalfOf(ref.user_id),
    findDispute(ref),
  );
  if (!dispute) throw new Error('not saved');
  const textIn = (phase: string) =>
    JSON.stringify(paymentDisputed({ ...dispute, phase }, 'shop@example.com', 'http://localhost'));
  expect(textIn('fraud')).not.toContain('Do not refund');
  expect(textIn('fraud')).toContain('refund the payment');
  for (const phase of ['retrieval', 'chargeback', 'pre_arbitration', 'arbitration', 'other'])
    expect(textIn(phase)).toContain('Do not refund');
});

async function paidOrder() {
  const paying = await beginPaying(shop);
  const paid = await pay(shop, paying);
  const { body } = await verify(paying.shopper, paid);
  await shop.settle();
  const { shopper } = paying;
  return {
    order: String(body.order_id),
    number: String(body.order_number),
    payment: paid.razorpay_payment_id,
    shopper,
  };
}

/** Test money is in no sum; a database that takes it refuses real money. */
function countAsRealMoney(order: string) {
  return shop.rows(`
    begin;
    set local session_replication_role = replica;
    update payment_intents set mode = 'live' where id = (select intent_id from orders where id = '${order}');
    update orders set payment_mode = 'live' where id = '${order}';
    commit`);
}

async function viewOf(order: string) {
  return (await owner.request('GET', `/api/admin/orders/${order}`)).body;
}

/** The states in the order's history, oldest first. */
async function statesOf(order: string): Promise<string[]> {
  const events: { kind: string; data: { status: string } }[] = (await viewOf(order)).events;
  return events.filter(({ kind }) => kind === 'dispute').map(({ data }) => data.status);
}

async function noticesAbout(id: string): Promise<number> {
  const jobs = await shop.rows(
    `select from jobs.job where name = 'dispute-notice' and data ->> 'id' = $1`,
    [id],
  );
  return jobs.length;
}
