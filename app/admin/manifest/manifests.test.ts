import { expect, test } from 'vitest';
import type { Shipment } from '#contract/admin/order-views.ts';
import { manifestsOf, type SentOrder } from './manifests.ts';

const shipment = (courier: string, state: Shipment['state'], number = 'X1'): Shipment => ({
  id: number,
  courier_id: courier,
  courier,
  tracking_number: number,
  tracking_url: null,
  state,
  failed_attempts: 0,
  handed_over_at: '2026-11-22T10:00:00Z',
});

const order = (to_collect: number | null, ...shipments: Shipment[]): SentOrder => ({
  id: 'o',
  order_number: 'AP-7KQ-M2X',
  place: { city: 'Pune', state: 'Maharashtra', postal_code: '411001' },
  to_collect,
  shipments,
});

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
