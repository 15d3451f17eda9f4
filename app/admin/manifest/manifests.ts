import type { OrderDetail, Shipment } from '#contract/admin/order-views.ts';
import { toPaise } from '#domain/money.ts';

/** The fields of an order that a manifest needs. */
export type SentOrder = Pick<
  OrderDetail,
  'id' | 'order_number' | 'place' | 'to_collect' | 'shipments'
>;
export type Manifest = {
  courier: string;
  parcels: { order: SentOrder; shipment: Shipment }[];
  /** Cash of all parcels, in paise. */
  toCollect: number;
};

/** The parcels that are on their way, by courier. */
export function manifestsOf(orders: readonly SentOrder[]): Manifest[] {
  const manifests = new Map<string, Manifest>();
  for (const order of orders) {
    const shipment = order.shipments.findLast(({ state }) => state === 'handed_over');
    if (!shipment) continue;
    const { courier } = shipment;
    const manifest = manifests.get(courier) ?? { courier, parcels: [], toCollect: 0 };
    manifest.parcels.push({ order, shipment });
    manifest.toCollect += toPaise(order.to_collect ?? 0);
    manifests.set(courier, manifest);
  }
  return [...manifests.values()].sort((a, b) => a.courier.localeCompare(b.courier, 'en'));
}
