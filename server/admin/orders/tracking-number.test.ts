import { expect, test } from 'vitest';
import { submit, toCheckout } from '#test/checkout.ts';
import { openTestShop } from '#test/shop.ts';
import { newStaff } from '#test/staff.ts';

test('an order’s number, as the slip’s code has it, is refused as a tracking number, also beside one', async () => {
  const shop = await openTestShop();
  const owner = await newStaff(shop, 'owner');
  const asha = await shop.newShopper();
  const { body: order } = await submit(asha, await toCheckout(asha, [['1', 1]]));
  const { body: couriers } = await owner.request('GET', '/api/admin/couriers');
  const handOver = { verb: 'hand_over', courier: couriers[0].id };
  const number: string = order.order_number;
  const spellings = [number, `#${number}`, number.replaceAll('-', '').toLowerCase()];
  for (const tracking_number of [...spellings, `DL12${number}`, `${number}DL12`]) {
    for (const [path, body] of [
      [`${order.id}/actions`, { ...handOver, version: 0, tracking_number }],
      ['actions', { ...handOver, items: [{ id: order.id, version: 0, tracking_number }] }],
    ] as const) {
      const answer = await owner.request('POST', `/api/admin/orders/${path}`, body);
      expect(answer.status, `${path} ${tracking_number}`).toBe(400);
      expect(JSON.stringify(answer.body)).toContain('This is an order number');
    }
  }
  const { body: after } = await owner.request('GET', `/api/admin/orders/${order.id}`);
  expect(after).toMatchObject({ fulfilment: 'pending', version: 0 });
});
