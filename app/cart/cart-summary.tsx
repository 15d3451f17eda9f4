import { type MouseEvent, type ReactNode, useEffect, useState } from 'react';
import { ChargeRows } from '#app/shell/order/charge-rows.tsx';
import { LinkButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { SumRow } from '#app/ui/item-row.tsx';
import type { CartItem } from '#contract/cart.ts';
import { formatPaise } from '#domain/money.ts';
import type { OrderPrice } from '#domain/price-order.ts';
import { describeChanges } from './item-problem.tsx';

type CartSummaryProps = {
  items: readonly CartItem[];
  price: OrderPrice;
  /** The field for a discount code. */
  code: ReactNode;
  onRemoveCode: () => void;
  /** Called instead of following the link while an item cannot be ordered as it is. */
  onBlocked: () => void;
};

/** 'Order Summary' beside the cart: the goods, without what is calculated at checkout. */
export function CartSummary({ items, price, code, onRemoveCode, onBlocked }: CartSummaryProps) {
  const total = formatPaise(price.total);
  const changes = describeChanges(items);

  function onClick(click: MouseEvent) {
    if (!changes) return;
    click.preventDefault();
    onBlocked();
  }

  return (
    <section aria-labelledby="order-summary">
      <Card>
        <h2 id="order-summary" className="text-xl">
          Order Summary
        </h2>
        <dl className="mt-5 grid gap-y-3">
          <SumRow name="Subtotal">{formatPaise(price.subtotal)}</SumRow>
          <ChargeRows
            charges={price}
            format={formatPaise}
            onRemoveCode={onRemoveCode}
            only="code"
          />
          <SumRow name="Shipping">
            <span className="text-sm text-muted">Calculated at checkout</span>
          </SumRow>
          <SumRow
            name="Total"
            className="border-t border-border pt-4 text-lg font-semibold text-foreground"
          >
            {total}
          </SumRow>
        </dl>
        {code}
        {changes && (
          <p
            id="changes"
            className="mt-6 rounded-md bg-badge-yellow-ground px-4 py-3 text-sm font-medium text-badge-yellow"
          >
            {changes} before checkout.
          </p>
        )}
        <LinkButton
          to="/checkout"
          aria-disabled={changes ? true : undefined}
          aria-describedby={changes ? 'changes' : undefined}
          onClick={onClick}
          className={`w-full ${changes ? 'mt-3' : 'mt-6'}`}
        >
          Proceed to Checkout
        </LinkButton>
        <AnnouncedTotal total={total} />
      </Card>
    </section>
  );
}

const DEBOUNCE_MS = 700;

/** Announces a changed total to screen readers, after a pause in the changes. Does not announce the initial one. */
function AnnouncedTotal({ total }: { total: string }) {
  const [first] = useState(total);
  const [announced, setAnnounced] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => {
      if (total !== first || announced) setAnnounced(`Total ${total}`);
    }, DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [total, first, announced]);
  return (
    <p role="status" className="sr-only">
      {announced}
    </p>
  );
}
