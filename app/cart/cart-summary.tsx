import { useEffect, useState } from 'react';
import { LinkButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import type { CartItem } from '#contract/cart.ts';
import { cartTotal } from '#domain/cart.ts';
import { formatPaise } from '#domain/money.ts';

/** 'Order Summary' beside the cart. Shipping costs nothing and is said at checkout: total equals subtotal. */
export function CartSummary({ lines }: { lines: readonly CartItem[] }) {
  const total = formatPaise(cartTotal(lines));
  return (
    <Card className="lg:sticky lg:top-26">
      <h2 className="text-xl">Order Summary</h2>
      <dl className="mt-5 grid gap-y-3">
        <div className="sum-row">
          <dt>Subtotal</dt>
          <dd className="text-ink">{total}</dd>
        </div>
        <div className="sum-row">
          <dt>Shipping</dt>
          <dd className="text-sm text-muted">Calculated at checkout</dd>
        </div>
        <div className="sum-row border-t border-line pt-4 text-lg font-semibold text-ink">
          <dt>Total</dt>
          <dd>{total}</dd>
        </div>
      </dl>
      <LinkButton to="/checkout" className="mt-6 w-full">
        Proceed to Checkout
      </LinkButton>
      <AnnouncedTotal total={total} />
    </Card>
  );
}

const QUIET_MS = 700;

/** Reads a new total aloud once the clicking has stopped; the first one is on the page already. */
function AnnouncedTotal({ total }: { total: string }) {
  const [first] = useState(total);
  const [said, setSaid] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => {
      if (total !== first || said) setSaid(`Total ${total}`);
    }, QUIET_MS);
    return () => clearTimeout(timer);
  }, [total, first, said]);
  return (
    <p role="status" className="sr-only">
      {said}
    </p>
  );
}
