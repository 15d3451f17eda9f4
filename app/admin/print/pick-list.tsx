import type { OrderDetail } from '#contract/admin/order-views.ts';
import { pickLines } from './pick-lines.ts';
import { QrCode } from './qr-code.tsx';

/** The classes of a column that a phone's screen has no space for; it is always printed. */
const WIDE_OR_PRINTED = 'py-2 max-sm:hidden print:table-cell';

/** The pieces to fetch for all these orders, with a box to tick, and each product's code to scan when packing. */
export function PickList({ orders }: { orders: readonly OrderDetail[] }) {
  return (
    <section className="print-sheet">
      <h2 className="text-xl">Pick list, {orders.length} orders</h2>
      <table className="mt-4 w-full text-left">
        <thead>
          <tr className="border-b border-border-strong text-sm">
            <th className="py-2 pr-4 font-semibold">Product</th>
            <th className="py-2 pr-4 font-semibold">To scan</th>
            <th className="py-2 pr-4 text-right font-semibold">Pieces</th>
            <th className={`text-right font-semibold ${WIDE_OR_PRINTED}`}>Orders</th>
          </tr>
        </thead>
        <tbody>
          {pickLines(orders).map(({ product_id, product_name, pieces, orders: count }) => (
            <tr key={product_id} className="border-b border-border">
              <td className="py-2 pr-4">
                <span className="flex items-center">
                  <span aria-hidden="true" className="tick-box shrink-0" />
                  <span>
                    {product_name}
                    <span className="block text-sm wrap-anywhere">Code {product_id}</span>
                  </span>
                </span>
              </td>
              <td className="py-2 pr-4">
                <QrCode text={product_id} className="size-20 max-w-none" />
              </td>
              <td className="py-2 pr-4 text-right text-lg font-semibold tabular-nums">{pieces}</td>
              <td className={`text-right tabular-nums ${WIDE_OR_PRINTED}`}>{count}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
