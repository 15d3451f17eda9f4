import { beforeEach, describe, expect, test } from 'vitest';
import type { OrderRow } from '#contract/admin/order-views.ts';
import { refused } from '#test/checkout.ts';
import { beginPaying, openPayingShop, pay } from '#test/payments.ts';
import type { TestShopper } from '#test/shop.ts';
import { hireStaff } from '#test/staff.ts';

/** Pieces that come back after the delivery, and the money that is due for them. */
const shop = await openPayingShop();
const staff = await hireStaff(shop);
const { owner, packer, accountant, rows, place, act, go, get, page, seenBy, logged, stockOf } =
  staff;
const { refund, refundByHand } = staff;
// The sandbox's payments count as live here, because no parcel is sent for a test payment.
await rows('alter table orders drop constraint orders_payment_mode_fkey');

/** The price of each of the order's first two pieces, in rupees. */
const PIECE = 499;
const notNow = refused(409, 'not_allowed_now');
const invalid = refused(400, 'invalid_input');
const nothing = { count: 0, oldest: null };

let id: string;
let asha: TestShopper;
let first: string;
let second: string;
/** A delivered order in cash of two pieces of one product and one of another. */
beforeEach(async () => {
  await rows('delete from returned_items; update products set stock = 100');
  ({ id, shopper: asha } = await place(Object.entries({ 1: 2, 2: 1 })));
  const { order_items } = await go(id, 'hand_over', 'deliver');
  [first, second] = order_items.map(({ id: item }: { id: string }) => item);
});

type Returned = [item: string, good: number, damaged: number];
const giveBack = (...returned: Returned[]) =>
  act(id, 'receive_return', {
    returned: returned.map(([item, good, damaged]) => ({ item, good, damaged })),
  });
const dueAfter = async (...returned: Returned[]) => (await giveBack(...returned)).body.refund_due;
const stocks = async () => [await stockOf('1'), await stockOf('2')];
const listed = async (who = owner) => {
  const { orders } = await get('orders?queue=return_to_refund', who);
  return Promise.all(
    orders.map(async ({ id, full_name, payment_method }: OrderRow) => ({
      ...{ id, full_name, payment_method },
      due: (await page(id, who)).refund_due,
    })),
  );
};
const counted = async (who = owner) => (await get('today', who)).return_refunds;

test('good pieces go back into stock, their price becomes due, and the log and the customer are told', async () => {
  const { refund_due, version } = await page(id);
  expect([refund_due, await counted()]).toEqual([0, nothing]);
  const { body } = await giveBack([first, 1, 1], [second, 0, 0]);
  expect(body).toMatchObject({
    fulfilment: 'delivered',
    version: version + 1,
    undo: 'receive_return',
    refund_due: 2 * PIECE,
    order_items: [{ id: first, returned_good: 1, returned_damaged: 1 }, { id: second }],
    verbs: ['receive_return', 'decline_refund', 'undo'],
  });
  const data = { good: { [first]: 1 }, damaged: { [first]: 1 }, restocked: 1 };
  expect(body.events.at(-1)).toMatchObject({ kind: 'receive_return', data });
  expect(await stocks()).toEqual([99, 99]);
  const movement = { delta: 1, reason: 'returned', order_id: id };
  expect((await get('stock/1/movements'))[0]).toMatchObject(movement);
  const entry = { verb: 'receive_return', after: { restocked: 1 } };
  expect((await logged(`subject_id=${id}`))[0]).toMatchObject(entry);
  const { status: state, events } = await seenBy(asha, id);
  expect([state, events.at(-1).kind]).toEqual(['delivered', 'receive_return']);
  expect(JSON.stringify(events)).not.toContain('damaged');
});

test('pieces can arrive in several parcels, but no more than were sold, and each request counts once', async () => {
  const elsewhere = (await page((await place([['1', 1]])).id)).order_items[0].id;
  const once = [{ item: first, good: 1, damaged: 0 }];
  const { version } = await page(id);
  const send = () => act(id, 'receive_return', { version, returned: once });
  const answers = await Promise.all([send(), send()]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await stocks()).toEqual([98, 99]);
  expect(await giveBack([first, 1, 1])).toMatchObject(notNow);
  expect(await giveBack([second, 1, 0], [elsewhere, 1, 0])).toMatchObject(notNow);
  expect(await giveBack([first, 0, 0])).toMatchObject(invalid);
  expect(await giveBack([first, 1, 0], [first, 1, 0])).toMatchObject(invalid);
  expect((await act(id, 'receive_return', { who: packer, returned: once })).status).toBe(404);
  const { body } = await giveBack([first, 1, 0], [second, 1, 0]);
  expect(body.verbs).toEqual(['decline_refund', 'undo']);
  expect(await stocks()).toEqual([99, 100]);
});

describe('the undo of a return', () => {
  test('takes its stock with it, the last one first', async () => {
    await giveBack([first, 1, 0]);
    await giveBack([first, 0, 1], [second, 1, 0]);
    const once = await go(id, 'undo');
    expect(once).toMatchObject({ undo: 'receive_return', refund_due: PIECE });
    const undone = { good: { [second]: 1 }, damaged: { [first]: 1 }, restocked: -1 };
    expect(once.events.at(-1)).toMatchObject({ kind: 'undo_return', data: undone });
    expect((await logged(`subject_id=${id}`))[0]).toMatchObject({ after: undone });
    expect(await stocks()).toEqual([99, 99]);
    const delivered = { undo: 'deliver', refund_due: 0, verbs: ['receive_return', 'undo'] };
    expect(await go(id, 'undo')).toMatchObject(delivered);
    expect(await stocks()).toEqual([98, 99]);
    expect((await seenBy(asha, id)).events.at(-1)).toMatchObject({ kind: 'deliver' });
    expect(await listed()).toEqual([]);
  });

  test('is refused after its pieces were sold, and the message says so', async () => {
    await giveBack([first, 1, 0]);
    await rows(
      `insert into stock_movements (product_id, delta, reason) values ('1', -99, 'count')`,
    );
    const refusal = await act(id, 'undo');
    expect(refusal).toMatchObject(refused(409, 'stock_changed'));
    expect(refusal.body.error.message).toContain('sold since');
  });
});

describe('what is due for a return', () => {
  test('waits under Today until its money was sent, and can then not be undone', async () => {
    expect(await dueAfter([first, 1, 0])).toBe(PIECE);
    expect(await counted()).toMatchObject({ count: 1 });
    expect(await counted(accountant)).toMatchObject({ count: 1 });
    expect(await counted(packer)).toBeNull();
    expect(await listed()).toMatchObject([{ id, payment_method: 'cod', due: PIECE }]);
    expect(await listed(accountant)).toMatchObject([{ id, full_name: null }]);
    const { body } = await refundByHand(id, PIECE, { reason: 'returned' });
    expect(body).toMatchObject({ refund_due: 0, undo: null, verbs: ['receive_return'] });
    expect(await act(id, 'undo')).toMatchObject(notNow);
    expect([await listed(), await counted()]).toEqual([[], nothing]);
  });

  test('is settled by a smaller refund, which the owner decided: only a second return is due then', async () => {
    await giveBack([first, 1, 0]);
    const { body } = await refundByHand(id, 10, { reason: 'returned' });
    expect(body).toMatchObject({ refund_due: 0, undo: null });
    expect(await dueAfter([first, 1, 0])).toBe(PIECE);
    expect(await listed()).toMatchObject([{ id, due: PIECE }]);
  });

  test('is less what was given for another reason since, and the return can be undone with its stock', async () => {
    await giveBack([first, 2, 0]);
    const { body } = await refundByHand(id, 50);
    expect(body).toMatchObject({ refund_due: 2 * PIECE - 50, undo: 'receive_return' });
    expect(await listed()).toMatchObject([{ id, due: 2 * PIECE - 50 }]);
    await go(id, 'undo');
    expect([await stocks(), await listed()]).toEqual([[98, 99], []]);
    expect(await dueAfter([first, 1, 0])).toBe(PIECE - 50);
  });

  test('is less what was given back before for any reason, and nothing once all was', async () => {
    const { refundable } = await page(id);
    await refundByHand(id, 200, { reason: 'returned' });
    await refundByHand(id, 400);
    expect(await dueAfter([first, 1, 0])).toBe(0);
    expect(await dueAfter([first, 1, 0])).toBe(2 * PIECE - 600);
    await go(id, 'undo', 'undo');
    await refundByHand(id, refundable - 600);
    expect(await dueAfter([first, 2, 0])).toBe(0);
    expect(await listed()).toEqual([]);
  });
});

describe('a return that the owner decides not to refund', () => {
  beforeEach(() => giveBack([first, 1, 0]));

  test('leaves the list, and its page and the log say why; it waits again after that is undone', async () => {
    const declined = await go(id, 'decline_refund');
    const verbs = ['receive_return', 'undo'];
    expect(declined).toMatchObject({ refund_due: 0, undo: 'decline_refund', verbs });
    const data = { reason: 'replaced', amount: PIECE };
    expect(declined.events.at(-1)).toMatchObject({ kind: 'decline_refund', data });
    expect([await listed(), await counted()]).toEqual([[], nothing]);
    const entry = { verb: 'decline_refund', reason: 'replaced', after: { amount: PIECE } };
    expect((await logged(`subject_id=${id}`))[0]).toMatchObject(entry);
    const undone = { refund_due: PIECE, undo: 'receive_return' };
    expect(await go(id, 'undo')).toMatchObject(undone);
    expect(await listed()).toMatchObject([{ id, due: PIECE }]);
  });

  test('stays out of what is due for a later return, which can be undone before it', async () => {
    await go(id, 'decline_refund');
    const later = await giveBack([first, 1, 0]);
    expect(later.body).toMatchObject({ refund_due: PIECE, undo: 'receive_return' });
    expect(await go(id, 'undo')).toMatchObject({ undo: 'decline_refund' });
    await go(id, 'undo', 'undo');
    expect(await act(id, 'decline_refund')).toMatchObject(notNow); // nothing is due
  });

  test('can be refunded all the same, is then settled, and takes nothing off the next return', async () => {
    await go(id, 'decline_refund');
    await refundByHand(id, PIECE, { reason: 'returned' });
    expect(await act(id, 'undo')).toMatchObject(notNow);
    expect(await dueAfter([first, 1, 0])).toBe(PIECE);
  });
});

describe('of an order that was paid online', () => {
  let payment: string;
  beforeEach(() => returnOneOfTwo());

  /** One of two pieces came back. */
  async function returnOneOfTwo(attempt = {}) {
    await rows('delete from returned_items');
    const paying = await beginPaying(shop, [['1', 2]]);
    payment = (await pay(shop, paying, attempt)).razorpay_payment_id;
    await shop.settle();
    [{ id }] = await rows(
      `update orders set payment_mode = 'live', fulfilment = 'delivered', delivered_at = now()
       where intent_id = $1 returning id`,
      [paying.id],
    );
    first = (await page(id)).order_items[0].id;
    expect((await giveBack([first, 1, 0])).status).toBe(200);
  }
  test('owners alone are told, who alone may refund it', async () => {
    expect(await listed()).toMatchObject([{ id }]);
    expect(await counted()).toMatchObject({ count: 1 });
    expect([await listed(accountant), await counted(accountant)]).toEqual([[], nothing]);
  });

  test('a refund that failed is due again, waits under the failed ones, and a later decision declines none of it', async () => {
    await refund(id, PIECE, { reason: 'returned' });
    expect(await page(id)).toMatchObject({ refund_due: 0 });
    await rows(`update refunds set status = 'failed'`);
    expect(await page(id)).toMatchObject({ refund_due: PIECE });
    expect(await listed()).toEqual([]);
    expect(await dueAfter([first, 1, 0])).toBe(2 * PIECE);
    const { events, refund_due } = await go(id, 'decline_refund');
    expect(events.at(-1)).toMatchObject({ kind: 'decline_refund', data: { amount: PIECE } });
    expect(refund_due).toBe(PIECE);
  });

  test('what was paid for the pieces is due: less an offer, without a fee', async () => {
    await returnOneOfTwo({ fee: 2_000 });
    expect(await page(id)).toMatchObject({ paid_amount: 1_018, refund_due: PIECE });
    await returnOneOfTwo({ discount: 9_980 });
    expect(await page(id)).toMatchObject({ paid_amount: 898.2, refund_due: 449.1 });
  });

  test('what a lost dispute took back is no longer due', async () => {
    const dispute = await shop.sandbox.dispute(payment, 69_860);
    await shop.settle();
    await shop.sandbox.moveDispute(dispute, 'lost');
    await shop.settle();
    expect(await page(id)).toMatchObject({ refundable: 299.4, refund_due: 299.4 });
    await rows('update disputes set deducted_paise = amount_paise * 10 / 7');
    expect(await page(id)).toMatchObject({ refund_due: 0 });
    expect([await listed(), await counted()]).toEqual([[], nothing]);
  });
});
