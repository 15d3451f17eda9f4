import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { refused, submit, toCheckout } from '#test/checkout.ts';
import { openTestShop, type TestShop, type TestShopper } from '#test/shop.ts';
import { newStaff } from '#test/staff.ts';

/** The price of each of the order's two pieces, in rupees. */
const PIECE = 499;

let shop: TestShop;
let owner: TestShopper;
let order: string;
let item: string;

beforeAll(async () => {
  shop = await openTestShop();
  owner = await newStaff(shop, 'owner');
});

const act = (version: number, verb: string, more: object = {}) =>
  owner.request('POST', `/api/admin/orders/${order}/actions`, { verb, version, ...more });
const giveBack = (version: number, good: number) =>
  act(version, 'receive_return', { returned: [{ item, good, damaged: 0 }] });
const refund = (version: number, amount: number, reason = 'returned') =>
  owner.request(
    'POST',
    `/api/admin/orders/${order}/manual-refunds`,
    { version, amount, way: 'upi', reference: 'UTR9', reason },
    { 'idempotency-key': crypto.randomUUID() },
  );
const listed = async (who = owner) => (await who.request('GET', '/api/admin/return-refunds')).body;
const counted = async (who = owner) =>
  (await who.request('GET', '/api/admin/today')).body.return_refunds;

let parcels = 0;
beforeEach(async () => {
  await shop.db.owner.query('delete from returned_items');
  const asha = await shop.newShopper();
  order = (await submit(asha, await toCheckout(asha, [['1', 2]]))).body.id;
  const { rows } = await shop.db.owner.query('select id from couriers order by name limit 1');
  parcels += 1;
  await act(0, 'hand_over', { courier: rows[0].id, tracking_number: `BACK${parcels}` });
  item = (await act(1, 'deliver')).body.order_items[0].id;
});

test('a return waits under Today until its money was sent', async () => {
  expect(await counted()).toEqual({ count: 0, oldest: null });
  const { body } = await giveBack(2, 1);
  expect(await counted()).toMatchObject({ count: 1 });
  expect(await listed()).toMatchObject([
    { id: order, payment_method: 'cod', due: body.refund_due },
  ]);
  expect((await refund(3, body.refund_due)).status).toBe(200);
  expect(await listed()).toEqual([]);
  expect(await counted()).toEqual({ count: 0, oldest: null });
});

test('a smaller refund, which the owner decided, ends the wait, and a second return begins it again', async () => {
  await giveBack(2, 1);
  // The page says the same as the list: nothing more is proposed, and the return stays.
  expect((await refund(3, 10)).body).toMatchObject({
    refund_due: 0,
    undo: null,
    verbs: ['receive_return'],
  });
  expect(await act(4, 'undo_return')).toMatchObject(refused(409, 'not_allowed_now'));
  expect(await listed()).toEqual([]);
  // What was decided stays decided: only the second piece is due.
  expect((await giveBack(4, 1)).body.refund_due).toBe(PIECE);
  expect(await listed()).toMatchObject([{ id: order, due: PIECE }]);
});

test('money for another reason, given while a return waits, leaves it waiting for the rest', async () => {
  await giveBack(2, 1);
  expect((await refund(3, 50, 'goodwill')).body.refund_due).toBe(PIECE - 50);
  expect(await listed()).toMatchObject([{ id: order, due: PIECE - 50 }]);
});

test('money for another reason leaves a return with the wrong pieces to be undone, with its stock', async () => {
  const stock = async () =>
    (await shop.db.owner.query(`select stock from products where id = '1'`)).rows;
  const before = await stock();
  await giveBack(2, 2);
  expect((await refund(3, 50, 'goodwill')).body).toMatchObject({ undo: 'undo_return' });
  const { body: list } = await owner.request('GET', '/api/admin/orders');
  expect(list.orders.find(({ id }: { id: string }) => id === order).verbs).toContain('undo_return');
  expect((await act(4, 'undo_return')).status).toBe(200);
  expect(await stock()).toEqual(before);
  expect(await listed()).toEqual([]);
  expect((await giveBack(5, 1)).body.refund_due).toBe(PIECE - 50);
});

test('what was given back before a return is taken off what is due for it', async () => {
  await refund(2, 200);
  expect((await giveBack(3, 1)).body.refund_due).toBe(PIECE - 200);
});

test('nothing waits after a return that was undone, or that was paid back before', async () => {
  await giveBack(2, 1);
  await act(3, 'undo_return');
  expect(await listed()).toEqual([]);
  const { body } = await owner.request('GET', `/api/admin/orders/${order}`);
  await refund(4, body.refundable);
  await giveBack(5, 2);
  expect(await listed()).toEqual([]);
});

test('accountants see no names there, and packers do not see it', async () => {
  await giveBack(2, 2);
  const accountant = await newStaff(shop, 'accountant');
  expect(await counted(accountant)).toMatchObject({ count: 1 });
  expect(await listed(accountant)).toMatchObject([{ id: order, full_name: null }]);
  expect(await counted(await newStaff(shop, 'packer'))).toBeNull();
});

describe('a return that the owner decides not to refund', () => {
  const decline = (version: number) => act(version, 'decline_refund', { reason: 'replaced' });

  test('leaves the list, and its page says why', async () => {
    const { body: before } = await giveBack(2, 1);
    const { status, body } = await decline(3);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      refund_due: 0,
      refundable: before.refundable,
      undo: 'undo_decline_refund',
      verbs: ['receive_return', 'undo_decline_refund'],
    });
    const data = { reason: 'replaced', amount: before.refund_due };
    expect(body.events.at(-1)).toMatchObject({ kind: 'decline_refund', actor: 'staff', data });
    expect(await listed()).toEqual([]);
    expect(await counted()).toEqual({ count: 0, oldest: null });
    const { body: log } = await owner.request('GET', `/api/admin/audit?subject_id=${order}`);
    expect(log.entries[0]).toMatchObject({
      verb: 'decline_refund',
      reason: 'replaced',
      after: { amount: before.refund_due },
    });
  });

  test('waits again after that is undone, and only then can the return be undone', async () => {
    const { body: before } = await giveBack(2, 1);
    await decline(3);
    expect(await act(4, 'undo_return')).toMatchObject(refused(409, 'not_allowed_now'));
    const { body } = await act(4, 'undo_decline_refund');
    expect(body).toMatchObject({ refund_due: before.refund_due, undo: 'undo_return' });
    expect(await listed()).toMatchObject([{ id: order, due: before.refund_due }]);
    expect((await act(5, 'undo_return')).status).toBe(200);
    expect(await listed()).toEqual([]);
  });

  test('waits again for the rest if money for another reason was given since', async () => {
    await giveBack(2, 1);
    await decline(3);
    expect((await refund(4, 50, 'goodwill')).body).toMatchObject({ undo: 'undo_decline_refund' });
    expect((await act(5, 'undo_decline_refund')).body.refund_due).toBe(PIECE - 50);
    expect(await listed()).toMatchObject([{ id: order, due: PIECE - 50 }]);
    expect((await act(6, 'undo_return')).status).toBe(200);
  });

  test('stays out of what is due for a later return, which can be undone before it', async () => {
    const { body: before } = await giveBack(2, 1);
    await decline(3);
    expect((await giveBack(4, 1)).body).toMatchObject({
      refund_due: before.refund_due,
      undo: 'undo_return',
    });
    expect(await act(5, 'undo_decline_refund')).toMatchObject(refused(409, 'not_allowed_now'));
    expect((await act(5, 'undo_return')).body).toMatchObject({ undo: 'undo_decline_refund' });
    expect((await act(6, 'undo_decline_refund')).status).toBe(200);
  });

  test('can be refunded all the same, and is then settled', async () => {
    await giveBack(2, 1);
    await decline(3);
    expect((await refund(4, 10)).body).toMatchObject({
      refund_due: 0,
      undo: null,
      verbs: ['receive_return'],
    });
    expect(await act(5, 'undo_decline_refund')).toMatchObject(refused(409, 'not_allowed_now'));
  });

  test('and is refunded all the same takes nothing off what is due for the next return', async () => {
    await giveBack(2, 1);
    await decline(3);
    await refund(4, PIECE);
    expect((await giveBack(5, 1)).body.refund_due).toBe(PIECE);
    expect(await listed()).toMatchObject([{ id: order, due: PIECE }]);
  });

  test('needs a reason, something that is due, and an owner', async () => {
    expect(await decline(2)).toMatchObject(refused(409, 'not_allowed_now'));
    await giveBack(2, 1);
    expect((await act(3, 'decline_refund')).status).toBe(400);
    const body = { verb: 'decline_refund', version: 3, reason: 'other' };
    const accountant = await newStaff(shop, 'accountant');
    const path = `/api/admin/orders/${order}/actions`;
    expect((await accountant.request('POST', path, body)).status).toBe(403);
    expect(await listed()).toMatchObject([{ id: order }]);
  });
});
