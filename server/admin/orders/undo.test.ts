import { beforeEach, describe, expect, test } from 'vitest';
import type { Undoable, Verb } from '#domain/order-verbs.ts';
import { refused } from '#test/checkout.ts';
import type { TestShopper } from '#test/shop.ts';
import { openStaffedShop } from '#test/staff.ts';

/** Which undo belongs to a step, and which state it restores. The orders are paid in cash. */
const staffed = await openStaffedShop();
const { owner, packer, accountant, rows, place, act, go, get, page, seenBy, stockOf } = staffed;

let id: string;
let asha: TestShopper;
beforeEach(async () => {
  await rows('update products set stock = 100');
  ({ id, shopper: asha } = await place());
});

const stored = async () => {
  const { version: _, ...order } = (await rows('select * from orders where id = $1', [id]))[0];
  return order;
};
const shown = async () => (await seenBy(asha, id)).events.map(({ kind }: { kind: string }) => kind);
const cancelByShopper = () =>
  asha.request('POST', `/api/orders/${id}/cancellation`, { reason: 'changed_mind' });
const notNow = refused(409, 'not_allowed_now');

test.each<[verb: Undoable, before: Verb[], from: string]>([
  ['pack', [], 'pending'],
  ['hand_over', [], 'pending'],
  ['hand_over', ['confirm', 'pack'], 'packed'],
  ['deliver', ['hand_over', 'return_to_origin'], 'returning'],
  ['return_to_origin', ['hand_over'], 'shipped'],
  ['attempt_failed', ['hand_over'], 'shipped'],
  ['lose', ['hand_over'], 'shipped'],
  ['cancel', ['confirm', 'pack'], 'packed'],
])('undoing %s after %j restores the order completely, as %s', async (verb, before, from) => {
  await go(id, ...before);
  const state = async () => [await stored(), await shown(), await stockOf()];
  const expected = await state();
  expect((await go(id, verb)).undo).toBe(verb);
  expect((await go(id, 'undo')).fulfilment).toBe(from);
  expect(await state()).toEqual(expected);
  await go(id, verb); // the next steps are possible as before
});

test('a packer can unpack an order that an owner packed unconfirmed, and can pack it again; an owner can unconfirm it', async () => {
  await go(id, 'pack');
  const { status, body } = await act(id, 'undo', { who: packer });
  expect([status, body.fulfilment, body.verbs]).toEqual([200, 'confirmed', ['pack', 'hand_over']]);
  expect((await go(id, 'undo')).fulfilment).toBe('pending'); // though nobody had confirmed it
});

test('the cash of a parcel that was coming back but is delivered after all is due', async () => {
  const paid = { payment_status: 'paid', cash: { state: 'due', amount: 998 } };
  expect(await go(id, 'hand_over', 'return_to_origin', 'deliver')).toMatchObject(paid);
  const open = {
    payment_status: 'pending',
    cash: { state: 'void' },
    shipments: [{ state: 'returning' }],
  };
  expect(await go(id, 'undo')).toMatchObject(open);
});

test('after the undo of a failed attempt the order is not late and the parcel can be taken back', async () => {
  const late = async () =>
    (await get('orders?queue=late')).orders.some((each: { id: string }) => each.id === id);
  await go(id, 'hand_over', 'attempt_failed', 'attempt_failed');
  expect((await go(id, 'undo')).shipments).toMatchObject([{ failed_attempts: 1 }]);
  expect(await late()).toBe(true);
  expect(await go(id, 'undo')).toMatchObject({ undo: 'hand_over' });
  expect(await late()).toBe(false);
  expect((await go(id, 'undo')).fulfilment).toBe('pending');
});

describe('a cancellation', () => {
  test('cannot be undone after the pieces were sold, and the message says so', async () => {
    await go(id, 'cancel');
    const setStock = (pieces: number) =>
      rows(
        `insert into stock_movements (product_id, delta, reason)
         select '1', $1::integer - stock, 'count' from products where id = '1'`,
        [pieces],
      );
    await setStock(1);
    const refusal = await act(id, 'undo');
    expect(refusal).toMatchObject(refused(409, 'stock_changed'));
    expect(refusal.body.error.message).toMatch(/sold since.*stays cancelled/);
    expect(await stockOf()).toBe(1);
    await setStock(2);
    await go(id, 'undo');
  });

  test('cannot be undone once its email may have been sent', async () => {
    await go(id, 'cancel');
    await rows(`update orders set closed_at = now() - interval '50 seconds' where id = $1`, [id]);
    expect(await page(id)).toMatchObject({ undo: null, verbs: [] });
    expect(await act(id, 'undo')).toMatchObject(refused(409, 'shopper_told'));
  });

  test('by the shopper cannot be undone by staff', async () => {
    await cancelByShopper();
    expect(await page(id)).toMatchObject({ fulfilment: 'cancelled', undo: null, verbs: [] });
    expect(await act(id, 'undo')).toMatchObject(notNow);
  });
});

describe('the parcel of an order that is cancelled after it was packed', () => {
  beforeEach(async () => {
    await rows(`update orders set taken_out_at = '2026-01-01' where fulfilment = 'cancelled'`);
    await go(id, 'pack');
  });
  const take = (who: TestShopper) => act(id, 'take_out', { who });
  const listed = async (who = packer): Promise<string[]> =>
    (await get('orders?queue=to_take_out', who)).orders.map((each: { id: string }) => each.id);
  const counted = async (who = packer) => (await get('today', who)).cancelled_parcels;

  test('waits under Today until a packer has taken it out; accountants are told of none', async () => {
    const nothing = { count: 0, oldest: null };
    expect(await counted()).toEqual(nothing);
    await cancelByShopper();
    expect(await counted()).toMatchObject({ count: 1 });
    expect(await counted(accountant)).toBeNull();
    expect(await page(id)).toMatchObject({ to_take_out: true });
    expect(await page(id, accountant)).toMatchObject({ to_take_out: false });
    expect(await listed()).toEqual([id]);
    expect(await page(id, packer)).toMatchObject({ to_take_out: true, verbs: ['take_out'] });
    expect((await take(packer)).body).toMatchObject({ to_take_out: false, undo: 'take_out' });
    expect([await listed(), await counted()]).toEqual([[], nothing]);
    const seen = async () => (await packer.request('GET', `/api/admin/orders/${id}`)).status;
    expect(await seen()).toBe(200); // while it may be undone
    await rows(`update orders set taken_out_at = now() - interval '1 minute' where id = $1`, [id]);
    expect(await seen()).toBe(404);
    expect((await page(id)).events.at(-1)).toMatchObject({ kind: 'take_out', actor: 'staff' });
  });

  test('leaves the list when the order is not cancelled after all, and can be unpacked', async () => {
    await go(id, 'cancel', 'undo');
    expect(await listed(owner)).toEqual([]);
    await go(id, 'undo', 'cancel');
    expect(await listed(owner)).toEqual([]);
    expect(await take(owner)).toMatchObject(notNow); // there is none any more
  });

  test('keeps the order cancelled once it was taken out: nothing closed is left to send', async () => {
    await go(id, 'cancel');
    await take(packer);
    expect(await page(id)).toMatchObject({ verbs: ['undo'], undo: 'take_out' });
    expect((await act(id, 'undo', { who: packer })).body.verbs).toEqual(['take_out']);
    expect(await page(id)).toMatchObject({ verbs: ['take_out', 'undo'], undo: 'cancel' });
    expect((await go(id, 'undo')).fulfilment).toBe('packed');
  });

  test('is there only of a cancelled order, and packers learn nothing of others', async () => {
    ({ id } = await place());
    expect(await take(packer)).toMatchObject(refused(404, 'order_not_found'));
  });
});
