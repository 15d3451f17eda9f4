import { describe, expect, test } from 'vitest';
import { reconcile } from '#server/payments/reconcile/reconcile.ts';
import { refused } from '#test/checkout.ts';
import { openPayingShop, paidOrder as paidOnline } from '#test/payments.ts';
import { hireStaff } from '#test/staff.ts';

/** Money that staff give back: through the gateway, or by hand where it cannot. */
const shop = await openPayingShop();
const staff = await hireStaff(shop);
const { packer, accountant, rows, place, act, go, get, page, logged, stockOf } = staff;
const { refund, refundByHand } = staff;
// The sandbox's payments count as live where a parcel is sent, because none is for a test payment.
await rows('alter table orders drop constraint orders_payment_mode_fkey');

const notNow = refused(409, 'not_allowed_now');
const tooLarge = refused(409, 'refund_too_large');
const keyReused = refused(409, 'idempotency_key_reused');

/** An order of 998 rupees. */
async function paidOrder({ live = false } = {}) {
  const { order: id, ...paid } = await paidOnline(shop, [['1', 2]]);
  if (live) await rows(`update orders set payment_mode = 'live' where id = $1`, [id]);
  return { id, ...paid };
}
const refundsOf = (payment: string) =>
  rows(
    'select reason, status, amount_paise::int as amount from refunds where payment_id = $1 order by created_at',
    [payment],
  );
/** What the gateway can still refund of a payment: nothing, or all. */
const setAccount = (payment: string, money: 'empty' | 'full') =>
  rows(
    `update sandbox_gateway.payments set amount_refunded = case $2 when 'empty' then amount else 0 end where id = $1`,
    [payment, money],
  );
/** Whether the order is listed as one with a failed refund; Today counts as many. */
async function isFailed(id: string): Promise<boolean> {
  const { orders } = await get('orders?queue=refunds_failed');
  expect((await get('today')).refunds.count).toBe(orders.length);
  return orders.some((order: { id: string }) => order.id === id);
}

test('cancelling a paid order refunds it in full, once', async () => {
  const { id, shopper, payment } = await paidOrder();
  const before = await stockOf();
  const cancel = () =>
    shopper.request('POST', `/api/orders/${id}/cancellation`, { reason: 'too_slow' });
  const answers = await Promise.all([cancel(), cancel(), cancel()]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  await shop.settle();
  const once = { reason: 'cancelled', status: 'processed', amount: 99_800 };
  expect(await refundsOf(payment)).toEqual([once]);
  expect(await page(id)).toMatchObject({ status: 'cancelled', payment_status: 'refunded' });
  expect(await stockOf()).toBe(before + 2);
});

test('a packer who takes out the parcel of a cancelled order does not read how much was refunded', async () => {
  const { id } = await paidOrder({ live: true });
  const { events } = await go(id, 'pack', 'cancel');
  expect(events.at(-1).data).toMatchObject({ refunded: 998, restocked: 2 });
  expect((await page(id, packer)).events.at(-1).data).toEqual({ reason: 'other', restocked: 2 });
});

test('a cancellation whose refund cannot be queued changes nothing', async () => {
  const { id } = await paidOrder();
  const state = async () => [await page(id), await stockOf(), await logged(`subject_id=${id}`)];
  const before = await state();
  await rows(
    `alter table jobs.job_common add constraint no_refund check (name <> 'payment-refund') not valid`,
  );
  expect((await act(id, 'cancel')).status).toBe(500);
  await rows('alter table jobs.job_common drop constraint no_refund');
  expect(await state()).toEqual(before);
});

test('staff refund a part, then the rest, never more than was paid, and a repeated request refunds once', async () => {
  const { id, payment } = await paidOrder();
  const part = { version: 0, key: 'first-part-key', note: 'She lost her job' };
  for (const _ of ['first', 'again']) {
    const { body } = await refund(id, 100.5, part);
    expect(body).toMatchObject({ version: 1, refundable: 897.5 });
    const note = { kind: 'note', data: { text: part.note }, shown_to_shopper: false };
    expect(body.events).toMatchObject([{ kind: 'placed' }, { kind: 'refund' }, note]);
  }
  expect(await refund(id, 200, part)).toMatchObject(keyReused);
  expect(await refund(id, 100.5, { ...part, reason: 'returned' })).toMatchObject(keyReused);
  await shop.settle();
  expect(await refund(id, 897.51)).toMatchObject(tooLarge);
  const refunds = [{ amount: 100.5, status: 'processed' }];
  expect(await page(id)).toMatchObject({ payment_status: 'partially_refunded', refunds });
  await refund(id, 499, { reason: 'returned' });
  await shop.settle();
  expect((await go(id, 'cancel')).fulfilment).toBe('cancelled');
  await shop.settle();
  expect(await refundsOf(payment)).toEqual([
    { reason: 'goodwill', status: 'processed', amount: 10_050 },
    { reason: 'returned', status: 'processed', amount: 49_900 },
    { reason: 'cancelled', status: 'processed', amount: 39_850 },
  ]);
  expect(await logged(`subject_id=${id}&verb=refund`)).toMatchObject([
    { before: { refunded: 100.5 }, after: { amount: 499, refunded: 599.5 } },
    { before: { payment_status: 'paid', refunded: 0 }, after: { amount: 100.5, refunded: 100.5 } },
  ]);
});

test('cash is refunded by hand once it was collected, by accountants too, and not more than that', async () => {
  const { id } = await place();
  expect(await refundByHand(id, 1)).toMatchObject(notNow);
  await go(id, 'hand_over', 'deliver');
  const first = { version: 2, key: 'first-cash-key', who: accountant };
  for (const _ of ['first', 'again'])
    expect((await refundByHand(id, 200, first)).body).toMatchObject({
      payment_status: 'partially_refunded',
      refunds: [{ way: 'upi', amount: 200, status: 'done' }],
    });
  expect(await refundByHand(id, 100, first)).toMatchObject(keyReused);
  expect(await refundByHand(id, 798.01)).toMatchObject(tooLarge);
  expect((await refundByHand(id, 798)).body).toMatchObject({ payment_status: 'refunded' });
  expect((await logged(`subject_id=${id}`))[0]).toMatchObject({
    before: { payment_status: 'partially_refunded', refunded: 200 },
    after: { refunded: 998 },
  });
});

describe('a refund that the gateway could not make', () => {
  /** An order of which 100 rupees could not be refunded. */
  async function failed() {
    const order = await paidOrder();
    await setAccount(order.payment, 'empty');
    await refund(order.id, 100);
    expect(await refundByHand(order.id, 1)).toMatchObject(notNow); // it may still succeed
    await shop.round();
    return order;
  }

  test('is sent by hand by owners, once and to the paisa, and no longer waits under Today', async () => {
    const { id } = await failed();
    expect(await isFailed(id)).toBe(true);
    expect(await page(id)).toMatchObject({ refundable: 998, refundable_by_hand: 100 });
    expect(await page(id, accountant)).toMatchObject({ refundable_by_hand: 0 });
    expect(await refundByHand(id, 100, { who: accountant })).toMatchObject(notNow);
    expect(await refundByHand(id, 100.01)).toMatchObject(tooLarge);
    const sent = { version: 1, key: 'sent-by-hand-once' };
    for (const _ of ['first', 'again'])
      expect((await refundByHand(id, 100, sent)).body).toMatchObject({
        ...{ version: 2, payment_status: 'partially_refunded' },
        ...{ refundable: 898, refundable_by_hand: 0 },
      });
    expect(await isFailed(id)).toBe(false);
  });

  test('is recorded once by two people at once; the gateway then refunds the rest', async () => {
    const { id, payment } = await failed();
    const byHand = () => refundByHand(id, 100, { version: 1 });
    const answers = await Promise.all([byHand(), byHand()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    await setAccount(payment, 'full');
    expect(await refund(id, 898.01)).toMatchObject(tooLarge);
    await refund(id, 898);
    expect(await page(id)).toMatchObject({ payment_status: 'refund_pending' });
    await shop.settle();
    expect(await page(id)).toMatchObject({ payment_status: 'refunded', refundable: 0 });
  });

  test('of a cancelled order is sent by hand in parts, and the gateway refunds nothing more', async () => {
    const { id, payment } = await paidOrder();
    await setAccount(payment, 'empty');
    await go(id, 'cancel');
    await shop.round();
    expect((await refundByHand(id, 500)).body).toMatchObject({ refundable_by_hand: 498 });
    expect(await isFailed(id)).toBe(true);
    const { body } = await refundByHand(id, 498);
    expect(body).toMatchObject({ payment_status: 'refunded', refundable: 0 });
    expect(await isFailed(id)).toBe(false);
    await setAccount(payment, 'full');
    expect(await refund(id, 1)).toMatchObject(tooLarge);
    await reconcile(shop.payments.jobContext);
    await shop.settle();
    expect(await page(id)).toMatchObject({ payment_status: 'refunded' });
  });
});

describe('an order that was refunded in full before it was sent', () => {
  test('can be neither packed nor handed over, says why, and can be cancelled', async () => {
    const { id } = await paidOrder({ live: true });
    await refund(id, 998);
    for (const payment_status of ['refund_pending', 'refunded']) {
      for (const verb of ['pack', 'hand_over'])
        expect((await act(id, verb)).body.error.code).toBe('order_refunded');
      const open = { wholly_refunded: true, payment_status, verbs: ['cancel'] };
      expect(await page(id)).toMatchObject(open);
      await shop.settle();
    }
    expect(await page(id, packer)).toMatchObject({ wholly_refunded: true, verbs: [] });
    expect((await go(id, 'cancel')).refunds).toHaveLength(1);
  });

  test('can be unpacked, if it was packed before; and sent, if only a part was refunded', async () => {
    const { id } = await paidOrder({ live: true });
    await go(id, 'pack');
    expect((await refund(id, 998)).body.verbs).toEqual(['cancel', 'undo']);
    expect((await go(id, 'undo')).fulfilment).toBe('confirmed');
    const { id: other } = await paidOrder({ live: true });
    expect((await refund(other, 997)).body.verbs).toEqual(['pack', 'hand_over', 'cancel']);
    await go(other, 'hand_over');
  });
});

test.each([[['cancel']], [['hand_over', 'lose']]])(
  'after %j an order paid online stays closed, because it is refunded',
  async (steps) => {
    const { id } = await paidOrder({ live: true });
    expect(await go(id, ...steps)).toMatchObject({ undo: null, verbs: [] });
    expect(await act(id, 'undo')).toMatchObject(notNow);
  },
);
