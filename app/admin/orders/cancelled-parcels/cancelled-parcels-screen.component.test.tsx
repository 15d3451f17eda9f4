import { expect, test } from 'vitest';
import type { CancelledParcel } from '#contract/admin/cancelled-parcels.ts';
import { count, openAdmin } from '#test/component/admin.tsx';
import { type Handlers, holdAnswer } from '#test/component/fake-api.ts';
import { idOf, numberOf } from '#test/component/fake-orders.ts';

test('the late answer about one parcel that was taken out brings no other back', async () => {
  const parcel = (n: number): CancelledParcel => ({
    id: idOf(n, 1),
    order_number: numberOf(n),
    full_name: 'Meera Iyer',
    city: 'Mumbai',
    by_shopper: true,
    cancelled_at: '2026-01-05T06:30:00.000Z',
    items: [{ product_name: 'Tea 1', quantity: 1 }],
  });
  let parcels = [parcel(1), parcel(2)];
  const api: Handlers = {
    'GET /admin/cancelled-parcels': () => parcels,
    'PATCH /admin/cancelled-parcels/{id}': ({ params }) => {
      parcels = parcels.filter(({ id }) => id !== params.id);
      return parcels;
    },
  };
  const { main, told } = await openAdmin('/admin/cancelled-parcels', { api });
  const takeOut = main.getByRole('button', { name: /^Taken out: AP-/ });
  await count(takeOut).toBe(2);
  const first = holdAnswer(api, 'PATCH /admin/cancelled-parcels/{id}');
  await takeOut.first().click();
  await first.asked;
  await main.getByRole('button', { name: `Taken out: ${numberOf(2)}` }).click();
  await expect.element(told('taken out')).toBeVisible();
  first.release();
  await count(main.getByText('Done', { exact: true })).toBe(2);
  await count(takeOut).toBe(0);
});
