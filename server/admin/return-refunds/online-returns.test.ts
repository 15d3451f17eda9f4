import { beforeAll, beforeEach, expect, test } from 'vitest';
import { beginPaying, openPayingShop, type PayingShop, pay } from '#test/payments.ts';
import type { TestShopper } from '#test/shop.ts';
import { newStaff } from '#test/staff.ts';

let shop: PayingShop;
let owner: TestShopper;
let accountant: TestShopper;
let order: string;

beforeAll(async () => {
  shop = await openPayingShop();
  owner = await newStaff(shop, 'owner');
  accountant = await newStaff(shop, 'accountant');
  // The sandbox's payments count as live here, because no parcel is sent for a test payment.
  await shop.rows('alter table orders drop constraint orders_payment_mode_fkey');
});

const listed = async (who: TestShopper): Promise<string[]> =>
  (await who.request('GET', '/api/admin/return-refunds')).body.map(({ id }: { id: string }) => id);
const counted = async (who: TestShopper): Promise<number> =>
  (await who.request('GET', '/api/admin/today')).body.return_refunds.count;
const page = async (who = owner) => (await who.request('GET', `/api/admin/orders/${order}`)).body;

let payment: string;

beforeEach(() => returnOneOfTwo());

/** An order that was paid online, and of which one of two pieces came back. */
async function returnOneOfTwo(attempt = {}) {
  await shop.rows('delete from returned_items');
  const paying = await beginPaying(shop, [['1', 2]]);
  payment = (await pay(shop, paying, attempt)).razorpay_payment_id;
  await shop.settle();
  const [placed] = await shop.rows<{ id: string }>(
    `update orders set payment_mode = 'live', fulfilment = 'delivered', delivered_at = now() where intent_id = $1 returning id`,
    [paying.id],
  );
  order = placed?.id ?? '';
  const { version, order_items } = await page();
  const returned = [{ item: order_items[0].id, good: 1, damaged: 0 }];
  const body = { verb: 'receive_return', version, returned };
  expect((await owner.request('POST', `/api/admin/orders/${order}/actions`, body)).status).toBe(
    200,
  );
}

test('an accountant is not told of returns that only an owner may refund', async () => {
  expect(await listed(owner)).toEqual([order]);
  expect(await counted(owner)).toBe(1);
  expect(await listed(accountant)).toEqual([]);
  expect(await counted(accountant)).toBe(0);
});

test('a refund that failed is due again on the order’s page, and waits under the failed ones', async () => {
  const { version } = await page();
  const refund = { version, amount: 499, reason: 'returned' };
  const key = { 'idempotency-key': 'the-price-of-one' };
  await owner.request('POST', `/api/admin/orders/${order}/refunds`, refund, key);
  expect(await page()).toMatchObject({ refund_due: 0 });
  await shop.rows(`update refunds set status = 'failed' where status <> 'failed'`);
  expect(await page()).toMatchObject({ refund_due: 499 });
  expect(await listed(owner)).toEqual([]);
});

test('declining a later return declines nothing of a refund that failed', async () => {
  const { version } = await page();
  const refund = { version, amount: 499, reason: 'returned' };
  const key = { 'idempotency-key': 'fails-before-the-second-return' };
  await owner.request('POST', `/api/admin/orders/${order}/refunds`, refund, key);
  await shop.rows(`update refunds set status = 'failed' where status <> 'failed'`);
  const { order_items } = await page();
  const act = (version: number, body: object) =>
    owner.request('POST', `/api/admin/orders/${order}/actions`, { version, ...body });
  await act(version + 1, {
    verb: 'receive_return',
    returned: [{ item: order_items[0].id, good: 1, damaged: 0 }],
  });
  expect(await page()).toMatchObject({ refund_due: 998 });
  await act(version + 2, { verb: 'decline_refund', reason: 'replaced' });
  const { events, refund_due } = await page();
  expect(events.at(-1)).toMatchObject({ kind: 'decline_refund', data: { amount: 499 } });
  expect(refund_due).toBe(499);
});

test('of an order with an offer of the gateway, what was paid for the pieces is due', async () => {
  await returnOneOfTwo({ discount: 9_980 });
  expect(await page()).toMatchObject({ total_amount: 998, paid_amount: 898.2, refund_due: 449.1 });
  const declined = { verb: 'decline_refund', version: (await page()).version, reason: 'replaced' };
  await owner.request('POST', `/api/admin/orders/${order}/actions`, declined);
  expect((await page()).events.at(-1)).toMatchObject({ data: { amount: 449.1 } });
});

test('of an order whose fee the customer bore, the price of the pieces is due', async () => {
  await returnOneOfTwo({ fee: 2_000 });
  expect(await page()).toMatchObject({ paid_amount: 1_018, refund_due: 499 });
});

test('what a lost dispute took back is no longer due for a return', async () => {
  const id = await shop.sandbox.dispute(payment, 69_860);
  await shop.settle();
  await shop.sandbox.moveDispute(id, 'lost');
  await shop.settle();
  expect(await page()).toMatchObject({ refundable: 299.4, refund_due: 299.4 });
  await shop.rows('update disputes set deducted_paise = amount_paise * 10 / 7');
  expect(await page()).toMatchObject({ refund_due: 0 });
  expect(await listed(owner)).toEqual([]);
  expect(await counted(owner)).toBe(0);
});
