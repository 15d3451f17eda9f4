import { expect, test } from 'vitest';
import type { Shipment } from '#contract/admin/order-views.ts';
import { anOrder, aParcel } from '#test/component/fake-orders.ts';
import { manifestsOf } from './manifest-screen.tsx';

const shipment = (courier: string, state: Shipment['state'], tracking_number = 'X1') => ({
  ...aParcel(1, tracking_number),
  courier_id: courier,
  courier,
  state,
});

const order = (to_collect: number | null, ...shipments: Shipment[]) =>
  anOrder(1, { to_collect, shipments });

test('each courier gets a sheet with its parcels and the cash to collect', () => {
  const manifests = manifestsOf([
    order(998, shipment('Speedy', 'handed_over')),
    order(null, shipment('Post', 'taken_back', 'P1'), shipment('Post', 'handed_over', 'P2')),
    order(2.5, shipment('Speedy', 'handed_over', 'X2')),
    order(null, shipment('Speedy', 'delivered')),
    order(5),
  ]);
  expect(
    manifests.map(({ courier, parcels, toCollect }) => [
      courier,
      parcels.map((parcel) => parcel.shipment.tracking_number),
      toCollect,
    ]),
  ).toEqual([
    ['Post', ['P2'], 0],
    ['Speedy', ['X1', 'X2'], 100_050],
  ]);
});
