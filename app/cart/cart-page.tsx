import { type RefObject, useRef } from 'react';
import { ReadFailure } from '#app/shell/read-failure.tsx';
import { privateMeta } from '#app/shell/site-meta.ts';
import { LinkButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import type { CartItem } from '#contract/cart.ts';
import { CartLine } from './cart-line.tsx';
import { CartSkeleton } from './cart-skeleton.tsx';
import { CartSummary } from './cart-summary.tsx';
import { useCart } from './use-cart.ts';

export function meta() {
  return privateMeta('Your Cart');
}

export default function CartPage() {
  const cart = useCart();
  const page = useRef<HTMLDivElement>(null);
  return (
    <div ref={page} className="page-width py-8 sm:py-12">
      <h1 tabIndex={-1} className="mb-6 text-3xl outline-none sm:mb-8">
        Your Cart
      </h1>
      {cart.data ? (
        <Contents lines={cart.data} page={page} />
      ) : cart.isError ? (
        <ReadFailure error={cart.error} retrying={cart.isFetching} onRetry={cart.refetch} />
      ) : (
        <CartSkeleton />
      )}
    </div>
  );
}

type ContentsProps = { lines: CartItem[]; page: RefObject<HTMLElement | null> };

function Contents({ lines, page }: ContentsProps) {
  if (lines.length === 0) {
    return (
      <EmptyState
        picture="/pictures/illustrations/empty-cart.svg"
        title="Your cart is empty"
        text="Add some tea to get started!"
        action={<LinkButton to="/shop">Browse Products</LinkButton>}
      />
    );
  }

  /** The focus goes on to the neighbour's button, or to the page's heading. */
  function moveOnFrom(line: CartItem) {
    const place = lines.indexOf(line);
    const neighbour = lines[place + 1] ?? lines[place - 1];
    const next = neighbour ? `[data-remove="${neighbour.id}"]` : 'h1';
    page.current?.querySelector<HTMLElement>(next)?.focus();
  }

  return (
    <div className="grid gap-8 lg:grid-cols-[1fr_22rem] lg:items-start lg:gap-12">
      <Card className="min-w-0">
        <ul className="divide-y divide-line">
          {lines.map((line) => (
            <CartLine key={line.id} line={line} onLeave={() => moveOnFrom(line)} />
          ))}
        </ul>
      </Card>
      <CartSummary lines={lines} />
    </div>
  );
}
