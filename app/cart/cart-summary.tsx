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
      <dl className="mt-5 grid grid-cols-[1fr_auto] items-baseline gap-y-3">
        <dt>Subtotal</dt>
        <dd className="text-right text-ink tabular-nums">{total}</dd>
        <dt>Shipping</dt>
        <dd className="text-right text-sm text-muted">Calculated at checkout</dd>
        <dt className="border-t border-line pt-4 text-lg font-semibold text-ink">Total</dt>
        <dd className="border-t border-line pt-4 text-right text-lg font-semibold text-ink tabular-nums">
          {total}
        </dd>
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
