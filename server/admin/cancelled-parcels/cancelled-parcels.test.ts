import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { refused, submit, toCheckout } from '#test/checkout.ts';
import { openTestShop, type TestShop, type TestShopper } from '#test/shop.ts';
import { newStaff } from '#test/staff.ts';

let shop: TestShop;
let owner: TestShopper;
let packer: TestShopper;
let accountant: TestShopper;
let asha: TestShopper;
let order: string;

beforeAll(async () => {
  shop = await openTestShop();
  owner = await newStaff(shop, 'owner');
  packer = await newStaff(shop, 'packer');
  accountant = await newStaff(shop, 'accountant');
});

const act = (version: number, verb: string, more: object = {}) =>
  owner.request('POST', `/api/admin/orders/${order}/actions`, { verb, version, ...more });
const take = (who: TestShopper, taken_out = true) =>
  who.request('PATCH', `/api/admin/cancelled-parcels/${order}`, { taken_out });
const listed = async (who: TestShopper): Promise<string[]> =>
  (await who.request('GET', '/api/admin/cancelled-parcels')).body.map(
    ({ id }: { id: string }) => id,
  );
const counted = async (who: TestShopper) =>
  (await who.request('GET', '/api/admin/today')).body.cancelled_parcels;
const cancelBy = (shopper: TestShopper) =>
  shopper.request('POST', `/api/orders/${order}/cancellation`, { reason: 'changed_mind' });
const stock = async (): Promise<number> =>
  (await shop.db.owner.query(`select stock from products where id = '1'`)).rows[0].stock;
const page = async (who = owner) => (await who.request('GET', `/api/admin/orders/${order}`)).body;

beforeEach(async () => {
  await shop.db.owner.query(`update orders set packed_at = null where fulfilment = 'cancelled'`);
  asha = await shop.newShopper();
  order = (await submit(asha, await toCheckout(asha, [['1', 2]]))).body.id;
});

describe('an order that is cancelled after it was packed', () => {
  test('by its shopper, waits under Today until a packer has taken its parcel out', async () => {
    await act(0, 'pack');
    expect(await counted(packer)).toEqual({ count: 0, oldest: null });
    expect((await cancelBy(asha)).status).toBe(200);
    expect(await counted(packer)).toMatchObject({ count: 1 });
    const { body } = await packer.request('GET', '/api/admin/cancelled-parcels');
    expect(body).toMatchObject([{ id: order, by_shopper: true, items: [{ quantity: 2 }] }]);
    expect(await take(packer)).toMatchObject({ status: 200, body: [] });
    expect(await counted(packer)).toEqual({ count: 0, oldest: null });
    expect((await page()).events.at(-1)).toMatchObject({ kind: 'take_out', actor: 'staff' });
  });

  test('by staff, says on its page that the parcel is to be taken out', async () => {
    await act(0, 'pack');
    await act(1, 'cancel', { reason: 'changed_mind' });
    expect(await page()).toMatchObject({ to_take_out: true });
    expect(await page(accountant)).toMatchObject({ to_take_out: false }); // they take nothing out
    await take(owner);
    expect(await page()).toMatchObject({ to_take_out: false });
  });

  test('has its pieces in stock once, whether its parcel is taken out, was not after all, or is taken out twice', async () => {
    const before = await stock();
    await act(0, 'pack');
    await act(1, 'cancel', { reason: 'changed_mind' });
    expect(await stock()).toBe(before + 2);
    for (const out of [true, true, false, false, true]) {
      expect((await take(packer, out)).status).toBe(200);
      expect(await listed(packer)).toEqual(out ? [] : [order]);
      expect(await stock()).toBe(before + 2);
    }
  });

  test('leaves the list when it is not cancelled after all, and with it the parcel can be unpacked', async () => {
    const before = await stock();
    await act(0, 'pack');
    await act(1, 'cancel', { reason: 'changed_mind' });
    expect((await act(2, 'undo_cancel')).body).toMatchObject({ fulfilment: 'packed' });
    expect(await listed(owner)).toEqual([]);
    expect((await act(3, 'unpack')).status).toBe(200);
    await act(4, 'cancel', { reason: 'changed_mind' });
    expect(await listed(owner)).toEqual([]);
    expect(await stock()).toBe(before + 2);
  });

  test('stays cancelled once its parcel was taken out: nothing closed is left to send', async () => {
    await act(0, 'pack');
    await act(1, 'cancel', { reason: 'changed_mind' });
    await take(owner);
    expect((await page()).verbs).toEqual([]);
    expect(await act(3, 'undo_cancel')).toMatchObject(refused(409, 'not_allowed_now'));
    await take(owner, false);
    expect((await page()).verbs).toEqual(['undo_cancel']);
    expect((await act(4, 'undo_cancel')).body).toMatchObject({ fulfilment: 'packed' });
  });
});

test('only a cancelled order with a parcel can have it taken out, and packers learn nothing of others', async () => {
  expect(await take(owner)).toMatchObject(refused(409, 'not_allowed_now'));
  expect(await take(packer)).toMatchObject(refused(404, 'order_not_found'));
  await act(0, 'cancel', { reason: 'changed_mind' });
  expect(await take(owner)).toMatchObject(refused(409, 'not_allowed_now'));
  expect(await listed(owner)).toEqual([]);
});

test('accountants are told of no parcels', async () => {
  expect(await counted(await newStaff(shop, 'accountant'))).toBeNull();
});
