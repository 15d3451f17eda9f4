import { beforeAll, beforeEach, expect, test } from 'vitest';
import { refused, submit, toCheckout } from '#test/checkout.ts';
import { openTestShop, type TestShop, type TestShopper } from '#test/shop.ts';
import { newStaff } from '#test/staff.ts';

let shop: TestShop;
let packer: TestShopper;
let asha: TestShopper;
let order: string;
const couriers = new Map<string, string>();

beforeAll(async () => {
  shop = await openTestShop();
  packer = await newStaff(shop, 'packer');
  const { rows } = await shop.db.owner.query('select id, name from couriers');
  for (const { id, name } of rows) couriers.set(name, id);
});

beforeEach(async () => {
  asha = await shop.newShopper();
  order = (await submit(asha, await toCheckout(asha, [['1', 1]]))).body.id;
  await shop.db.owner.query(`update orders set fulfilment = 'confirmed' where id = $1`, [order]);
});

const handOver = (courier: string, more: object = {}) =>
  packer.request('POST', `/api/admin/orders/${order}/actions`, {
    verb: 'hand_over',
    version: 0,
    courier: couriers.get(courier),
    ...more,
  });

test('the shop’s own people take a parcel without a tracking number, and its shopper sees no link to track it', async () => {
  const { status, body } = await handOver('Own delivery');
  expect(status).toBe(200);
  expect(body).toMatchObject({
    fulfilment: 'shipped',
    shipments: [{ courier: 'Own delivery', tracking_number: null, tracking_url: null }],
  });
  const { body: seen } = await asha.request('GET', `/api/orders/${order}`);
  expect(seen.events.at(-1)).toMatchObject({
    kind: 'hand_over',
    courier: 'Own delivery',
    tracking_number: null,
    tracking_url: null,
  });
  // Sent again after a lost answer.
  expect((await handOver('Own delivery')).body).toMatchObject({ version: body.version });
});

test('a number that is sent for it all the same is not kept', async () => {
  const { body } = await handOver('Own delivery', { tracking_number: 'TYPED0001' });
  expect(body.shipments).toMatchObject([{ tracking_number: null }]);
});

test('a hand-over that is sent again is done as before, also by a page that asked for a number and after the courier has changed', async () => {
  const same = { tracking_number: 'TYPED0002' };
  const { body } = await handOver('Own delivery', same);
  expect(await handOver('Own delivery', same)).toMatchObject({ status: 200, body });
  const other = await submit(asha, await toCheckout(asha, [['1', 1]]));
  order = other.body.id;
  await shop.db.owner.query(`update orders set fulfilment = 'confirmed' where id = $1`, [order]);
  const { body: numbered } = await handOver('India Post', { tracking_number: 'POST0001' });
  const without = (numbers: boolean) =>
    shop.db.owner.query(`update couriers set numbered = $1 where name = 'India Post'`, [!numbers]);
  await without(true);
  expect(await handOver('India Post', { tracking_number: 'POST0001' })).toMatchObject({
    status: 200,
    body: numbered,
  });
  await without(false);
  expect(await handOver('India Post', { tracking_number: 'POST0002' })).toMatchObject(
    refused(409, 'order_changed'),
  );
});

test('any other courier needs a tracking number', async () => {
  expect((await handOver('India Post')).status).toBe(400);
  const bulk = await packer.request('POST', '/api/admin/orders/actions', {
    verb: 'hand_over',
    courier: couriers.get('India Post'),
    items: [{ id: order, version: 0 }],
  });
  expect(bulk.body.outcomes).toMatchObject([{ refused: { code: 'invalid_input' } }]);
  const { body } = await packer.request('GET', `/api/admin/orders/${order}`);
  expect(body).toMatchObject({ fulfilment: 'confirmed', shipments: [] });
});
