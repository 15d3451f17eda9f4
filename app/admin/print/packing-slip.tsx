import type { OrderDetail } from '#contract/admin/order-views.ts';
import { addressLines, withinIndia } from '#domain/address.ts';
import { formatDay } from '#domain/day.ts';
import { formatRupees } from '#domain/money.ts';
import { QrCode, SheetHead } from './sheet-head.tsx';

/** An order's packing slip: address, items and cash to collect. The code is the order's number, for a scanner. */
export function PackingSlip({ order }: { order: OrderDetail }) {
  const { shipping_address: address, to_collect } = order;
  return (
    <article aria-label={`Slip ${order.order_number}`} className="print-sheet">
      <SheetHead>
        <div>
          <p
            translate="no"
            className="text-xl font-semibold whitespace-nowrap text-foreground tabular-nums"
          >
            {order.order_number}
          </p>
          <p className="text-sm">{formatDay(order.created_at)}</p>
        </div>
        <QrCode text={order.order_number} className="size-16" />
      </SheetHead>
      <div className="grid gap-x-6 gap-y-3 py-4 sm:grid-cols-[minmax(0,1fr)_auto] print:grid-cols-[minmax(0,1fr)_auto]">
        <div className="min-w-0 wrap-anywhere">
          <p className="text-sm">To</p>
          {address && (
            <address className="text-lg leading-snug not-italic">
              <strong className="text-foreground">{address.full_name}</strong>
              <span className="block whitespace-pre-line">
                {addressLines(withinIndia(address)).join('\n')}
              </span>
              <span className="block">{address.phone}</span>
            </address>
          )}
        </div>
        <p className="h-fit w-fit rounded-md border-2 border-border-strong px-4 py-2 text-center">
          {to_collect === null ? (
            <strong className="text-lg text-foreground">Paid</strong>
          ) : (
            <>
              Collect in cash
              <strong className="block text-xl text-foreground tabular-nums">
                {formatRupees(to_collect)}
              </strong>
            </>
          )}
        </p>
      </div>
      <table className="w-full text-left">
        <tbody>
          {order.order_items.map((item) => (
            <tr key={item.id} className="border-t border-border">
              <td className="py-2">
                <span aria-hidden="true" className="tick-box" />
                {item.product_name}
                {item.mrp !== null && (
                  <span className="block pl-8 text-sm">{`MRP ${formatRupees(item.mrp)} each`}</span>
                )}
              </td>
              <td className="py-2 text-right font-semibold tabular-nums">× {item.quantity}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </article>
  );
}
