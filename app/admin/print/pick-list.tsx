import type { OrderDetail } from '#contract/admin/order-views.ts';
import { QrCode } from './sheet-head.tsx';

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

type PickLine = { product_id: string; product_name: string; pieces: number; orders: number };

/** How many pieces of each product to fetch for these orders, by name. */
export function pickLines(orders: readonly Pick<OrderDetail, 'order_items'>[]): PickLine[] {
  const lines = new Map<string, PickLine>();
  for (const { order_items } of orders) {
    for (const { product_id, product_name, quantity } of order_items) {
      const line = lines.get(product_id) ?? { product_id, product_name, pieces: 0, orders: 0 };
      lines.set(product_id, {
        ...line,
        pieces: line.pieces + quantity,
        orders: line.orders + 1,
      });
    }
  }
  return [...lines.values()].sort((a, b) => a.product_name.localeCompare(b.product_name, 'en'));
}
