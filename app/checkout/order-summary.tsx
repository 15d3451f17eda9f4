import type { ReactNode } from 'react';
import { ItemProblemBadge } from '#app/cart/item-problem.tsx';
import { ChargeRows } from '#app/shell/order/charge-rows.tsx';
import { Card } from '#app/ui/card.tsx';
import { ItemRow, SumRow } from '#app/ui/item-row.tsx';
import { Link } from '#app/ui/link.js';
import type { CartItem } from '#contract/cart.ts';
import { lineTotal } from '#domain/cart.ts';
import { formatPaise } from '#domain/money.ts';
import type { OrderPrice } from '#domain/price-order.ts';

type OrderSummaryProps = {
  items: readonly CartItem[];
  price: OrderPrice;
  /** The field for a discount code. */
  code: ReactNode;
  onRemoveCode: () => void;
};

/** The items of the order, what is added to them and taken off, and the total. */
export function OrderSummary({ items, price, code, onRemoveCode }: OrderSummaryProps) {
  return (
    <section aria-labelledby="order-summary">
      <Card>
        <div className="flex flex-wrap items-center justify-between gap-x-2">
          <h2 id="order-summary" className="text-xl">
            Order Summary
          </h2>
          <Link
            to="/cart"
            className="inline-flex min-h-11 items-center rounded-sm text-sm font-semibold text-primary hover:underline"
          >
            Edit cart
          </Link>
        </div>
        <ul className="mt-3 grid gap-4">
          {items.map((item) => (
            <ItemRow
              key={item.id}
              picture={item.product_image}
              name={item.product_name}
              badge={<ItemProblemBadge item={item} />}
              quantity={`Qty: ${item.quantity}`}
              amount={formatPaise(lineTotal(item))}
            />
          ))}
        </ul>
        <dl className="mt-6 grid gap-y-3 border-t border-border pt-5">
          <SumRow name="Subtotal">{formatPaise(price.subtotal)}</SumRow>
          <ChargeRows charges={price} format={formatPaise} onRemoveCode={onRemoveCode} />
          <SumRow name="Total" className="text-lg font-semibold text-foreground">
            {formatPaise(price.total)}
          </SumRow>
        </dl>
        {code}
      </Card>
    </section>
  );
}
