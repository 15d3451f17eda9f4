import { type RefObject, useEffect, useRef } from 'react';
import { LoadError } from '#app/shell/api/load-error.tsx';
import { privateMeta } from '#app/shell/document/site-meta.ts';
import { hasUnansweredOrder } from '#app/shell/order/unanswered-order.ts';
import { useShopper } from '#app/shell/session/guard.tsx';
import { LinkButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Navigate } from '#app/ui/link.js';
import { scrollToAndFocus } from '#app/ui/scroll-to-and-focus.ts';
import type { CartItem } from '#contract/cart.ts';
import { cartTotal } from '#domain/cart.ts';
import { refreshCart } from './cart-cache.ts';
import { CartItemRow } from './cart-item-row.tsx';
import { CartSkeleton } from './cart-skeleton.tsx';
import { CartSummary } from './cart-summary.tsx';
import { FreeShipping } from './free-shipping.tsx';
import { Reassurance } from './reassurance.tsx';
import { useCart } from './use-cart.ts';

export function meta() {
  return privateMeta('Your Cart');
}

export default function CartPage() {
  const cart = useCart();
  const shopper = useShopper();
  const page = useRef<HTMLDivElement>(null);
  const unanswered = hasUnansweredOrder(shopper.id);
  useEffect(() => {
    if (unanswered) void refreshCart();
  }, [unanswered]);
  // After an order without a response the cached cart says nothing: if the order was placed, the cart is empty now. It
  // is shown once it was reloaded.
  const isCurrent = !unanswered || (cart.isFetchedAfterMount && !cart.isFetching);
  return (
    <div ref={page} className="page-width py-8 sm:py-12">
      <h1 tabIndex={-1} className="mb-6 text-3xl outline-none sm:mb-8">
        Your Cart
      </h1>
      {cart.data && (isCurrent || cart.data.length > 0) ? (
        <Contents items={cart.data} page={page} />
      ) : cart.isError ? (
        <LoadError error={cart.error} retrying={cart.isFetching} onRetry={cart.refetch} />
      ) : (
        <CartSkeleton />
      )}
    </div>
  );
}

type ContentsProps = { items: CartItem[]; page: RefObject<HTMLElement | null> };

function Contents({ items, page }: ContentsProps) {
  const shopper = useShopper();
  if (items.length === 0) {
    // The items may have been ordered just now, by an order without a response: the checkout asks the server, and
    // returns here if not.
    if (hasUnansweredOrder(shopper.id)) return <Navigate to="/checkout" replace />;
    return (
      <EmptyState
        picture="/pictures/illustrations/empty-cart.svg"
        title="Your cart is empty"
        text="Add some tea to get started!"
        action={<LinkButton to="/shop">Browse Products</LinkButton>}
      />
    );
  }

  /** Focuses the remove button of the next item, or the page's heading. */
  function moveFocusFrom(item: CartItem) {
    const index = items.indexOf(item);
    const neighbour = items[index + 1] ?? items[index - 1];
    const next = neighbour ? `[data-remove="${neighbour.id}"]` : 'h1';
    page.current?.querySelector<HTMLElement>(next)?.focus();
  }

  function focusFirstProblem() {
    scrollToAndFocus(page.current?.querySelector<HTMLElement>('[data-problem]'));
  }

  return (
    <div className="grid grid-cols-1 gap-8 lg:grid-cols-[minmax(0,1fr)_22rem] lg:items-start lg:gap-12">
      <div className="grid grid-cols-1 gap-4">
        <FreeShipping total={cartTotal(items)} />
        <Card>
          <ul className="divide-y divide-border">
            {items.map((item) => (
              <CartItemRow key={item.id} item={item} onBeforeRemove={() => moveFocusFrom(item)} />
            ))}
          </ul>
        </Card>
      </div>
      <div className="grid grid-cols-1 gap-6 lg:sticky lg:top-26">
        <CartSummary items={items} onBlocked={focusFirstProblem} />
        <Reassurance className="px-5 sm:px-7 md:max-lg:grid-cols-3" />
      </div>
    </div>
  );
}
