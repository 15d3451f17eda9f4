import { beforeAll, expect, test } from 'vitest';
import type { OrderDetail } from '#contract/admin/order-views.ts';
import { MAX_DETAILS } from '#contract/admin/orders.ts';
import { submit, toCheckout } from '#test/checkout.ts';
import { openTestShop, type TestShop, type TestShopper } from '#test/shop.ts';
import { newStaff } from '#test/staff.ts';

/** Several orders in one request, for slips, manifests and the screens for parcels. */
let owner: TestShopper;
let packer: TestShopper;
let ids: [string, string, string];
let db: TestShop['db']['owner'];

beforeAll(async () => {
  const shop = await openTestShop();
  db = shop.db.owner;
  owner = await newStaff(shop, 'owner');
  packer = await newStaff(shop, 'packer');
  const asha = await shop.newShopper();
  const place = async (): Promise<string> => {
    const id = (await submit(asha, await toCheckout(asha, [['1', 2]]))).body.id;
    await owner.request('POST', `/api/admin/orders/${id}/actions`, { verb: 'confirm', version: 0 });
    return id;
  };
  ids = [await place(), await place(), await place()];
});

const read = (who: TestShopper, of: readonly string[]) =>
  who.request('GET', `/api/admin/orders/details?ids=${of.join(',')}`);
const idsIn = ({ orders }: { orders: OrderDetail[] }) => orders.map(({ id }) => id);

test('orders are returned in the order of the ids, each as on its own page', async () => {
  const [first, second, third] = ids;
  for (const who of [owner, packer]) {
    const { status, body } = await read(who, [third, first, second]);
    expect(status).toBe(200);
    expect(idsIn(body)).toEqual([third, first, second]);
    const page = await who.request('GET', `/api/admin/orders/${first}`);
    expect(body.orders[1]).toEqual(page.body);
  }
});

test('an order keeps the MRP of its time, which its packing slip names', async () => {
  const [first] = ids;
  await db.query(`update products set price = 649, mrp = 699 where id = '1'`);
  expect((await read(packer, [first])).body.orders[0].order_items).toMatchObject([{ mrp: 499 }]);
});

test('a packer gets the orders without a cancelled one', async () => {
  const [first, cancelled, third] = ids;
  const cancel = { verb: 'cancel', version: 1, reason: 'other' };
  await owner.request('POST', `/api/admin/orders/${cancelled}/actions`, cancel);
  expect(idsIn((await read(packer, ids)).body)).toEqual([first, third]);
  expect(idsIn((await read(owner, ids)).body)).toEqual(ids);
  expect(idsIn((await read(packer, [cancelled])).body)).toEqual([]);
});

test('more ids than fit into one URL and invalid ids are refused', async () => {
  const unknown = '00000000-0000-4000-8000-000000000000';
  const many = Array.from({ length: MAX_DETAILS }, () => unknown);
  expect(await read(owner, many)).toMatchObject({ status: 200, body: { orders: [] } });
  for (const wrong of [[...many, unknown], ['1'], ['']])
    expect((await read(owner, wrong)).status).toBe(400);
});
