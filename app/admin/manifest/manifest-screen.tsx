import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { MissingOrders } from '#app/admin/print/missing-orders.tsx';
import { NoOrders } from '#app/admin/print/no-orders.tsx';
import { idsOf } from '#app/admin/print/order-ids-param.ts';
import { SheetHead } from '#app/admin/print/sheet-head.tsx';
import { useOrders } from '#app/admin/print/use-orders.ts';
import { LoadError } from '#app/shell/api/load-error.tsx';
import { Button } from '#app/ui/button.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import { formatDateTime } from '#domain/day.ts';
import { formatPaise, formatRupees } from '#domain/money.ts';
import { type Manifest, manifestsOf } from './manifests.ts';

/** The classes of a column that a phone's screen has no space for; it is always printed. */
const WIDE_OR_PRINTED = 'py-2 pr-3 max-sm:hidden print:table-cell';

/** Prints the orders of the URL: a sheet per courier with the parcels it was handed. */
export default function ManifestScreen() {
  const [params] = useSearchParams();
  const ids = idsOf(params);
  const { orders, gone, pending, error, retrying, refetch } = useOrders(ids);
  const manifests = manifestsOf(orders);
  const ready = !pending && !error && manifests.length > 0;
  // The screen was opened to print.
  useEffect(() => {
    if (ready) window.print();
  }, [ready]);

  if (pending) return <Spinner label="Loading..." />;
  if (error) return <LoadError error={error} retrying={retrying} onRetry={refetch} />;
  return (
    <section aria-labelledby="manifest">
      <title>Manifest | Admin</title>
      <div className="mb-5 grid gap-3 print:hidden">
        <h1 id="manifest" className="text-2xl">
          Manifest
        </h1>
        <MissingOrders gone={gone} />
        {ids.length === 0 ? (
          <NoOrders />
        ) : (
          manifests.length === 0 && <p>None of these orders is with a courier.</p>
        )}
        <Button className="w-fit" disabled={manifests.length === 0} onClick={() => window.print()}>
          Print
        </Button>
      </div>
      {manifests.map((manifest) => (
        <ManifestSheet key={manifest.courier} manifest={manifest} />
      ))}
    </section>
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
