import { serverNow } from '#app/shell/api/server-clock.ts';
import type { OrderDetail, Shipment } from '#contract/admin/order-views.ts';
import { formatDateTime } from '#domain/day.ts';
import { formatPaise, formatRupees, toPaise } from '#domain/money.ts';
import { OrdersOfUrl, PrintedSheets } from './orders-of-url.tsx';
import { SheetHead } from './sheets.tsx';

/** The classes of a column that a phone's screen has no space for; it is always printed. */
const WIDE_OR_PRINTED = 'py-2 pr-3 max-sm:hidden print:table-cell';

/** Prints the orders of the URL: a sheet per courier with the parcels it was handed. */
export default function ManifestScreen() {
  return (
    <OrdersOfUrl>
      {(orders, notices, ids) => {
        const manifests = manifestsOf(orders);
        return (
          <PrintedSheets
            title="Manifest"
            heading="Manifest"
            head={
              <>
                {notices}
                {ids.length > 0 && manifests.length === 0 && (
                  <p>None of these orders is with a courier.</p>
                )}
              </>
            }
            ready={manifests.length > 0}
          >
            {manifests.map((manifest) => (
              <ManifestSheet key={manifest.courier} manifest={manifest} />
            ))}
          </PrintedSheets>
        );
      }}
    </OrdersOfUrl>
  );
}

/** What a courier was handed, for its driver to sign. */
function ManifestSheet({ manifest }: { manifest: Manifest }) {
  const { courier, parcels, toCollect } = manifest;
  return (
    <article aria-label={`Manifest ${courier}`} className="print-sheet">
      <SheetHead>
        <div>
          <h2 className="text-xl">{courier}</h2>
          <p className="text-sm">{formatDateTime(new Date(serverNow()).toISOString())}</p>
        </div>
      </SheetHead>
      <table className="mt-4 w-full text-left text-sm">
        <thead>
          <tr className="border-b border-border-strong">
            <th className="py-2 pr-3 font-semibold">Tracking number</th>
            <th className="py-2 pr-3 font-semibold">Order</th>
            <th className={`font-semibold ${WIDE_OR_PRINTED}`}>PIN</th>
            <th className="py-2 text-right font-semibold">Collect</th>
          </tr>
        </thead>
        <tbody>
          {parcels.map(({ order, shipment }) => (
            <tr key={order.id} className="border-b border-border">
              <td className="py-2 pr-3 font-semibold wrap-anywhere">
                {shipment.tracking_number ?? '–'}
              </td>
              <td translate="no" className="py-2 pr-3 whitespace-nowrap tabular-nums">
                {order.order_number}
              </td>
              <td className={`tabular-nums ${WIDE_OR_PRINTED}`}>{order.place.postal_code}</td>
              <td className="py-2 text-right tabular-nums">
                {order.to_collect === null ? 'Paid' : formatRupees(order.to_collect)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-4 flex flex-wrap justify-between gap-2 font-semibold text-foreground">
        <span>{parcels.length === 1 ? 'One parcel' : `${parcels.length} parcels`}</span>
        <span>To collect: {formatPaise(toCollect)}</span>
      </p>
      <p className="mt-12 max-w-sm border-t border-border-strong pt-1 text-sm">
        Received: name, signature
      </p>
    </article>
  );
}

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
