import { beforeAll, expect, test } from 'vitest';
import type { OrderDetail, OrderRow } from '#contract/admin/order-views.ts';
import { submit, toCheckout } from '#test/checkout.ts';
import { openTestShop, type TestShop } from '#test/shop.ts';
import { newStaff } from '#test/staff.ts';

/** The list reads each table once for a whole page, an order's page reads them for one order: both say the same. */
let shop: TestShop;

beforeAll(async () => {
  shop = await openTestShop();
  const owner = await newStaff(shop, 'owner');
  const asha = await shop.newShopper();
  const { rows } = await shop.db.owner.query('select id from couriers order by name limit 2');
  const [first, second] = rows.map(({ id }) => id);
  let numbers = 0;
  const sent = (courier = first) => {
    numbers += 1;
    return ['hand_over', { courier, tracking_number: `PAGE${numbers}` }] as const;
  };

  const place = async (
    ...steps: (readonly [verb: string, more?: object])[]
  ): Promise<OrderDetail> => {
    const lines: [string, number][] = [
      ['2', 1],
      ['1', 2],
    ];
    const placed = await submit(asha, await toCheckout(asha, lines));
    let order = (await owner.request('GET', `/api/admin/orders/${placed.body.id}`)).body;
    for (const [verb, more] of steps) {
      const action = { verb, version: order.version, ...more };
      const { status, body } = await owner.request(
        'POST',
        `/api/admin/orders/${order.id}/actions`,
        action,
      );
      expect(status, verb).toBe(200);
      order = body;
    }
    return order;
  };
  const giveBack = async (...more: Parameters<typeof place>) => {
    const order = await place(sent(), ['deliver']);
    const [item] = order.order_items;
    const returned = [{ item: item?.id, good: 1, damaged: 0 }];
    for (const [verb, data] of [['receive_return', { returned }] as const, ...more]) {
      const { version } = (await owner.request('GET', `/api/admin/orders/${order.id}`)).body;
      const path = `/api/admin/orders/${order.id}/actions`;
      expect((await owner.request('POST', path, { verb, version, ...data })).status, verb).toBe(
        200,
      );
    }
  };

  await place();
  await place(['confirm'], ['pack']);
  await place(sent(), ['attempt_failed', { reason: 'other' }]);
  await place(sent(), ['take_back']);
  await place(sent(), ['take_back'], sent(second));
  await place(sent(), ['return_to_origin']);
  await place(sent(), ['lose']);
  await place(['cancel', { reason: 'other' }]);
  await place(sent(), ['deliver']);
  await giveBack();
  await giveBack(['decline_refund', { reason: 'replaced' }]);
  const paid = await place(sent(), ['deliver']);
  const { rowCount } = await shop.db.owner.query(
    `update cod_collections set state = 'remitted' where order_id = $1`,
    [paid.id],
  );
  expect(rowCount).toBe(1);
});

test.each(['owner', 'packer', 'accountant'] as const)(
  'a row of the list says what the order’s page says (%s)',
  async (role) => {
    const member = await newStaff(shop, role);
    const { orders }: { orders: OrderRow[] } = (await member.request('GET', '/api/admin/orders'))
      .body;
    expect(orders).toHaveLength(role === 'packer' ? 3 : 12);
    for (const { full_name, phone, city, state, postal_code, since, ...row } of orders) {
      const page: OrderDetail = (await member.request('GET', `/api/admin/orders/${row.id}`)).body;
      const parcel = page.shipments.findLast((each) => each.state !== 'taken_back');
      expect(row).toEqual({
        ...Object.fromEntries(Object.entries(page).filter(([field]) => field in row)),
        pieces: 3,
        items: page.order_items.map(({ product_id, product_name, quantity }) => ({
          product_id,
          product_name,
          quantity,
        })),
        courier: parcel?.courier ?? null,
        tracking_number: parcel?.tracking_number ?? null,
        failed_attempts: parcel?.failed_attempts ?? 0,
      });
      expect(page.place).toEqual({ city, state, postal_code });
    }
  },
);
