import { beforeAll, describe, expect, test } from 'vitest';
import { beginPaying, openPayingShop, type PayingShop, pay } from '#test/payments.ts';
import type { TestShopper } from '#test/shop.ts';
import { newStaff } from '#test/staff.ts';

/** Orders that were paid online and are refunded in full. */
let shop: PayingShop;
let owner: TestShopper;
let courier: string;

beforeAll(async () => {
  shop = await openPayingShop();
  owner = await newStaff(shop, 'owner');
  courier = (await shop.rows<{ id: string }>('select id from couriers limit 1'))[0]?.id ?? '';
  // The sandbox's payments count as live here, because no parcel is packed for a test payment.
  await shop.rows('alter table orders drop constraint orders_payment_mode_fkey');
});

async function paidOrder(): Promise<string> {
  const paying = await beginPaying(shop, [['1', 2]]);
  await pay(shop, paying);
  await shop.settle();
  const [order] = await shop.rows<{ id: string }>(
    `update orders set payment_mode = 'live' where intent_id = $1 returning id`,
    [paying.id],
  );
  return order?.id ?? '';
}

const act = (id: string, version: number, verb: string, more: object = {}) =>
  owner.request('POST', `/api/admin/orders/${id}/actions`, { verb, version, ...more });

const refund = (id: string, version: number, amount: number) =>
  owner.request(
    'POST',
    `/api/admin/orders/${id}/refunds`,
    { version, amount, reason: 'goodwill' },
    { 'idempotency-key': crypto.randomUUID() },
  );

const parcel = () => ({ courier, tracking_number: `BACK${crypto.randomUUID().slice(0, 8)}` });

describe('an order that was refunded in full before it was sent', () => {
  test('can be neither packed nor handed over, says why, and can be cancelled', async () => {
    const id = await paidOrder();
    await refund(id, 0, 998);
    for (const settled of [false, true]) {
      if (settled) await shop.settle();
      for (const [verb, more] of [
        ['pack', {}],
        ['hand_over', parcel()],
      ] as const) {
        expect(await act(id, 1, verb, more)).toMatchObject({
          status: 409,
          body: {
            error: {
              code: 'order_refunded',
              message: expect.stringContaining('Cancel it instead'),
            },
          },
        });
      }
      const { body: list } = await owner.request('GET', '/api/admin/orders?queue=to_pack');
      const row = list.orders.find((each: { id: string }) => each.id === id);
      expect(row).toMatchObject({
        wholly_refunded: true,
        payment_status: settled ? 'refunded' : 'refund_pending',
        verbs: ['cancel'],
      });
    }
    const packer = await newStaff(shop, 'packer');
    const { body: seen } = await packer.request('GET', `/api/admin/orders/${id}`);
    expect(seen).toMatchObject({ wholly_refunded: true, verbs: [] });
    const cancelled = await act(id, 1, 'cancel', { reason: 'other' });
    expect(cancelled.body).toMatchObject({ fulfilment: 'cancelled', wholly_refunded: false });
    expect(cancelled.body.refunds).toHaveLength(1);
  });

  test('can be unpacked, if it was packed before', async () => {
    const id = await paidOrder();
    await act(id, 0, 'pack');
    const { body } = await refund(id, 1, 998);
    expect(body.verbs).toEqual(['cancel', 'unpack']);
    expect((await act(id, 2, 'unpack')).body.fulfilment).toBe('confirmed');
  });

  test('can be sent, if only a part was refunded', async () => {
    const id = await paidOrder();
    const { body } = await refund(id, 0, 997);
    expect(body).toMatchObject({ wholly_refunded: false, verbs: ['pack', 'hand_over', 'cancel'] });
    expect((await act(id, 1, 'hand_over', parcel())).status).toBe(200);
  });
});

test('the cancellation or loss of an order paid online cannot be undone, because it is refunded', async () => {
  const [cancelled, lost] = [await paidOrder(), await paidOrder()];
  await act(cancelled, 0, 'cancel', { reason: 'other' });
  await act(lost, 0, 'hand_over', parcel());
  await act(lost, 1, 'lose');
  for (const [id, version, undo] of [
    [cancelled, 1, 'undo_cancel'],
    [lost, 2, 'undo_lose'],
  ] as const) {
    const { body } = await owner.request('GET', `/api/admin/orders/${id}`);
    expect(body).toMatchObject({ undo: null, verbs: [] });
    expect(await act(id, version, undo)).toMatchObject({
      status: 409,
      body: { error: { code: 'not_allowed_now' } },
    });
  }
});
