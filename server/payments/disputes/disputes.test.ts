import { LONG_TIMEOUTS } from '@aparajita/postgres/testing';
import { NO_FAULTS } from '@aparajita/razorpay/sandbox';
import { beforeEach, expect, test } from 'vitest';
import { paymentDisputed } from '#server/payments/emails/attention-emails.ts';
import { reconcile } from '#server/payments/reconcile/reconcile.ts';
import { onBehalfOf } from '#server/shopper.ts';
import { openPayingShop, paidOrder } from '#test/payments.ts';
import { hireStaff } from '#test/staff.ts';
import { findDispute } from './record-dispute.ts';

const shop = await openPayingShop({}, { timeouts: LONG_TIMEOUTS });
const { owner, packer, get, act, page, refund } = await hireStaff(shop);
beforeEach(() => {
  shop.loseWebhooks(false);
  shop.answerAll();
});

type Move = Parameters<typeof shop.sandbox.moveDispute>[1];

/** A paid order whose payment is disputed. */
async function disputed(amount?: number) {
  const paid = await paidOrder(shop);
  const id = await shop.sandbox.dispute(paid.payment, amount);
  await shop.settle();
  return { ...paid, id };
}

async function move(id: string, ...events: Move[]): Promise<void> {
  for (const event of events) {
    await shop.sandbox.moveDispute(id, event);
    await shop.settle();
  }
}

/** The states in the order's history, oldest first. */
async function statesOf(order: string): Promise<string[]> {
  const events: { kind: string; data: { status: string } }[] = (await page(order)).events;
  return events.filter(({ kind }) => kind === 'dispute').map(({ data }) => data.status);
}

async function noticesAbout(id: string): Promise<number> {
  const sql = `select from jobs.job where name = 'dispute-notice' and data ->> 'id' = $1`;
  return (await shop.rows(sql, [id])).length;
}

/** Test money is in no sum; a database that takes it refuses real money. */
const countAsRealMoney = (order: string) =>
  shop.rows(`
    begin;
    set local session_replication_role = replica;
    update payment_intents set mode = 'live' where id = (select intent_id from orders where id = '${order}');
    update orders set payment_mode = 'live' where id = '${order}';
    commit`);

test('a dispute is under Today until it is decided, each of its steps once in the order’s history, and the shop gets emails', async () => {
  const { order, number, id } = await disputed(30_000);
  expect((await get('today')).disputes.orders).toContain(number);
  const { body: listed } = await owner.request('GET', `/api/admin/orders?q=${number}`);
  expect(listed.orders).toHaveLength(1);
  const data = {
    status: 'open',
    phase: 'chargeback',
    reason: 'goods_or_services_not_received',
    amount: 300,
    respond_by: expect.any(String),
  };
  const view = await page(order);
  expect(view.disputes).toEqual([{ ...data, id, deducted: 0 }]);
  expect(view.events.at(-1)).toMatchObject({
    kind: 'dispute',
    actor: 'system',
    data,
    shown_to_shopper: false,
  });
  expect(await noticesAbout(id)).toBe(1);

  await move(id, 'under_review', 'action_required', 'lost');
  expect(await statesOf(order)).toEqual(['open', 'under_review', 'open', 'lost']);
  // Of the steps that need somebody.
  expect(await noticesAbout(id)).toBe(3);
  expect((await get('today')).disputes.orders).not.toContain(number);
});

test('the shopper and packers see nothing of a dispute', async () => {
  const { order, payment, shopper } = await paidOrder(shop);
  const seen = async () => {
    const { can_cancel: _, ...rest } = (await shopper.request('GET', `/api/orders/${order}`)).body;
    return rest;
  };
  const before = await seen();
  const id = await shop.sandbox.dispute(payment);
  await shop.settle();
  expect(await seen()).toEqual(before);
  await move(id, 'lost');
  expect(await seen()).toEqual(before);
  const { disputes, events } = await page(order, packer);
  expect(disputes).toEqual([]);
  expect(JSON.stringify(events)).not.toContain('dispute');
  expect((await get('today', packer)).disputes).toBeNull();
});

test('a shopper cannot cancel an order while its payment is disputed', async () => {
  const { order, shopper, id } = await disputed();
  const path = `/api/orders/${order}`;
  const cancel = () => shopper.request('POST', `${path}/cancellation`, {});
  for (const event of ['under_review', 'action_required'] as const) {
    await move(id, event);
    expect((await shopper.request('GET', path)).body.can_cancel).toBe(false);
    expect((await cancel()).body.error.code).toBe('not_allowed_now');
  }
  expect((await page(order)).refundable).toBe(499);
  await move(id, 'won');
  expect((await shopper.request('GET', path)).body.can_cancel).toBe(true);
  expect((await cancel()).body).toMatchObject({
    payment_status: 'refund_pending',
    refunds: [{ amount: 499 }],
  });
});

test('an order that staff cancel gives nothing back while its payment is disputed', async () => {
  const { order } = await disputed(100);
  await countAsRealMoney(order);
  expect((await act(order, 'cancel')).status).toBe(200);
  const view = await page(order);
  expect(view).toMatchObject({ fulfilment: 'cancelled', payment_status: 'paid', refundable: 499 });
  expect(view.events.at(-1).data).not.toHaveProperty('refunded');
  expect((await refund(order, 499)).status).toBe(200);
});

test('an order whose whole payment the bank has taken back is not sent', async () => {
  const { order, id } = await disputed();
  await countAsRealMoney(order);
  await move(id, 'lost');
  expect(await page(order, packer)).toMatchObject({ wholly_refunded: true, verbs: [] });
  for (const verb of ['pack', 'hand_over'])
    expect((await act(order, verb, { who: packer })).body.error.code).toBe('order_refunded');
});

test('a dispute that the bank reopens in a later phase is open again, and the shop is told', async () => {
  const { order, id } = await disputed();
  await move(id, 'won');
  const setPhase = (phase: string) =>
    shop.rows('update sandbox_gateway.disputes set phase = $2 where id = $1', [id, phase]);
  await setPhase('pre_arbitration');
  await move(id, 'created');
  expect(await statesOf(order)).toEqual(['open', 'won', 'open']);
  expect((await page(order)).disputes).toMatchObject([
    { status: 'open', phase: 'pre_arbitration' },
  ]);
  expect(await noticesAbout(id)).toBe(3);

  // An answer from before that is read late.
  await setPhase('chargeback');
  await move(id, 'won');
  expect(await statesOf(order)).toEqual(['open', 'won', 'open']);
});

test('events that are repeated, late or in the wrong order change nothing, nor does an answer that a decision overtakes', async () => {
  const { order, payment } = await paidOrder(shop);
  // Each event arrives twice, and all of them after the decision.
  shop.sandbox.setFaults({ ...NO_FAULTS, deliveries: () => [0, 0] });
  const id = await shop.sandbox.dispute(payment);
  for (const event of ['under_review', 'action_required', 'under_review', 'won'] as const)
    await shop.sandbox.moveDispute(id, event);
  await shop.settle();
  expect(await statesOf(order)).toEqual(['won']);
  expect(await noticesAbout(id)).toBe(1);
  await move(id, 'won');
  await shop.rows(`update sandbox_gateway.disputes set status = 'open' where id = $1`, [id]);
  await reconcile(shop.payments.jobContext);
  expect(await statesOf(order)).toEqual(['won']);
});

test('a dispute whose webhook is lost is found once by the reconciliation, also beside one of an unknown shape', async () => {
  const [strange, plain] = [await paidOrder(shop), await paidOrder(shop)];
  shop.loseWebhooks(true);
  const odd = await shop.sandbox.dispute(strange.payment);
  await shop.rows(`update sandbox_gateway.disputes set status = 'unheard_of' where id = $1`, [odd]);
  const id = await shop.sandbox.dispute(plain.payment);
  await Promise.all([reconcile(shop.payments.context), reconcile(shop.payments.context)]);
  expect(await statesOf(plain.order)).toEqual(['open']);
  expect(await noticesAbout(id)).toBe(1);
  expect(await statesOf(strange.order)).toEqual([]);
});

test('an order whose payment was partly taken back is refunded once the rest is', async () => {
  const { order, shopper, id } = await disputed(30_000);
  await move(id, 'lost');
  expect((await page(order)).payment_status).toBe('paid');
  expect((await shopper.request('POST', `/api/orders/${order}/cancellation`, {})).status).toBe(200);
  await shop.settle();
  expect((await page(order)).payment_status).toBe('refunded');
});

test('a lost dispute is no longer spent, and its money cannot be refunded again', async () => {
  const { order, payment } = await paidOrder(shop);
  await countAsRealMoney(order);
  const books = async () => {
    const { customer, refundable } = await page(order);
    return [customer.spent, refundable];
  };
  const id = await shop.sandbox.dispute(payment, 30_000);
  await shop.settle();
  expect(await books()).toEqual([499, 499]);
  await move(id, 'lost');
  expect(await books()).toEqual([199, 199]);
  expect((await page(order)).disputes).toMatchObject([{ deducted: 300 }]);
  expect((await refund(order, 199.01)).body.error.code).toBe('refund_too_large');
});

test('the email says until when to answer, what a lost dispute took, and advises against a refund, but after a fraud', async () => {
  const { shopper, id } = await disputed();
  const ref = { id, user_id: shopper.shopper.userId };
  const written = async (more: object = {}) => {
    const { systemDatabase } = shop.payments.context;
    const [dispute] = await systemDatabase.asShopper(onBehalfOf(ref.user_id), findDispute(ref));
    if (!dispute) throw new Error('not saved');
    const email = paymentDisputed({ ...dispute, ...more }, 'shop@example.com', 'http://localhost');
    return JSON.stringify(email);
  };
  expect(await written()).toContain('"heading":"A payment is disputed"');
  expect(await written()).toContain('Answer before');
  for (const phase of ['retrieval', 'chargeback', 'pre_arbitration', 'arbitration', 'other'])
    expect(await written({ phase }), phase).toContain('Do not refund');
  const fraud = await written({ phase: 'fraud' });
  expect(fraud).not.toContain('Do not refund');
  expect(fraud).toContain('refund the payment');
  await move(id, 'lost');
  expect(await written()).toContain('"Taken back","value":"₹499.00"');
  expect(await written()).not.toContain('Answer before');
});
