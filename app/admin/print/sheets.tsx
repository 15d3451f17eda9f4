import type { ReactNode } from 'react';
import { renderSVG } from 'uqr';
import { useShopDetails } from '#app/shell/shop/use-shop-details.tsx';
import type { OrderDetail } from '#contract/admin/order-views.ts';
import { addressLines, withinIndia } from '#domain/address.ts';
import { formatDay } from '#domain/day.ts';
import { formatRupees } from '#domain/money.ts';

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

/** The head of a printed sheet: the sender and the title. */
export function SheetHead({ children }: { children: ReactNode }) {
  const { legal_name, address: sender, phone, fssai } = useShopDetails();
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-4 border-b border-border-strong pb-4 sm:flex-nowrap print:flex-nowrap">
      <div>
        {/* Not the logo of the header, which is light in the dark theme: paper is always white. */}
        <img
          src="/pictures/logo.svg"
          alt="Aparajita"
          width={296}
          height={64}
          className="h-9 w-auto"
        />
        <p className="mt-1 text-sm">
          {[legal_name, sender?.join(', '), phone, fssai && `FSSAI ${fssai}`]
            .filter((line) => line)
            .map((line) => (
              <span key={line} className="block">
                {line}
              </span>
            ))}
        </p>
      </div>
      <div className="flex shrink-0 items-center gap-4 sm:text-right print:text-right">
        {children}
      </div>
    </div>
  );
}

/** A QR code, with white space around it. Its text is printed beside it, so the image has no alternative text. */
function QrCode({ text, className }: { text: string; className: string }) {
  const picture = `data:image/svg+xml,${encodeURIComponent(renderSVG(text, { border: 0 }))}`;
  return <img src={picture} alt="" className={className} />;
}
