import { SheetHead } from '#app/admin/print/sheet-head.tsx';
import { formatDateTime } from '#domain/day.ts';
import { formatPaise, formatRupees } from '#domain/money.ts';
import type { Manifest } from './manifests.ts';

/** The classes of a column that a phone's screen has no space for; it is always printed. */
const WIDE_OR_PRINTED = 'py-2 pr-3 max-sm:hidden print:table-cell';

/** What a courier was handed, for its driver to sign. */
export function ManifestSheet({ manifest }: { manifest: Manifest }) {
  const { courier, parcels, toCollect } = manifest;
  return (
    <article aria-label={`Manifest ${courier}`} className="print-sheet">
      <SheetHead>
        <div>
          <h2 className="text-xl">{courier}</h2>
          <p className="text-sm">{formatDateTime(new Date().toISOString())}</p>
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
