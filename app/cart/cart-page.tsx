import { type RefObject, useEffect, useRef, useState } from 'react';
import { DeliveryCheck } from '#app/delivery/delivery-check.tsx';
import { CodeField } from '#app/discount/code-field.tsx';
import { discountFor, useCode } from '#app/discount/use-code.ts';
import { Loaded } from '#app/shell/api/load-error.tsx';
import { privateMeta } from '#app/shell/document/site-meta.ts';
import { hasUnansweredOrder } from '#app/shell/order/unanswered-order.ts';
import { useShopper } from '#app/shell/session/guard.tsx';
import { useShippingRule } from '#app/shell/shop/use-shipping-rule.ts';
import { LinkButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { Navigate } from '#app/ui/link.js';
import { scrollToAndFocus } from '#app/ui/scroll-to-and-focus.ts';
import { Skeleton, SkeletonBlock } from '#app/ui/skeleton.tsx';
import type { CartItem } from '#contract/cart.ts';
import type { Delivery } from '#contract/delivery.ts';
import { cartTotal } from '#domain/cart.ts';
import { formatPaise, type Paise, toPaise } from '#domain/money.ts';
import { NO_CHARGES, priceOrder } from '#domain/price-order.ts';
import { missingToFreeShipping, type ShippingRule, shippingTexts } from '#domain/shipping.ts';
import { refreshCart, useCart } from './cart.ts';
import { CartItemRow } from './cart-item-row.tsx';
import { CartSummary } from './cart-summary.tsx';
import { Reassurance } from './reassurance.tsx';

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
  const isCurrent =
    !unanswered || !!cart.data?.length || (cart.isFetchedAfterMount && !cart.isFetching);
  return (
    <div ref={page} className="page-width py-8 sm:py-12">
      <h1 tabIndex={-1} className="mb-6 text-3xl outline-none sm:mb-8">
        Your Cart
      </h1>
      <Loaded query={isCurrent ? cart : { ...cart, data: undefined }} skeleton={<CartSkeleton />}>
        {(items) => <Contents items={items} page={page} />}
      </Loaded>
    </div>
  );
}

type ContentsProps = { items: CartItem[]; page: RefObject<HTMLElement | null> };

function Contents({ items, page }: ContentsProps) {
  const shopper = useShopper();
  const code = useCode(null);
  const [delivery, setDelivery] = useState<Delivery>();
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

  const { discount, lacks } = discountFor(code, items, null);
  // Without what the way to pay and delivery add: the shopper chooses them at checkout.
  const price = priceOrder(items, 'cod', { ...NO_CHARGES, discount });
  return (
    <div className="grid grid-cols-1 gap-8 lg:grid-cols-[minmax(0,1fr)_22rem] lg:items-start lg:gap-12">
      <div className="grid grid-cols-1 gap-4">
        <FreeShipping total={cartTotal(items)} delivery={delivery} />
        <Card>
          <ul className="divide-y divide-border">
            {items.map((item) => (
              <CartItemRow key={item.id} item={item} onBeforeRemove={() => moveFocusFrom(item)} />
            ))}
          </ul>
        </Card>
      </div>
      <div className="grid grid-cols-1 gap-6 lg:sticky lg:top-26">
        <CartSummary
          items={items}
          price={price}
          code={<CodeField code={code} lacks={lacks} />}
          onRemoveCode={code.remove}
          onBlocked={focusFirstProblem}
        />
        <DeliveryCheck className="px-5 sm:px-7" onTold={setDelivery} />
        <Reassurance className="px-5 sm:px-7 md:max-lg:grid-cols-3" />
      </div>
    </div>
  );
}

/** Placeholder of two items and their total while the cart loads. */
function CartSkeleton() {
  return (
    <Skeleton className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_22rem] lg:items-start lg:gap-12">
      <div className="grid min-w-0 gap-4">
        <SkeletonBlock className="h-24 w-full" />
        <Card className="divide-y divide-border">
          <ItemSkeleton />
          <ItemSkeleton />
        </Card>
      </div>
      <Card>
        <SkeletonBlock className="h-6 w-36" />
        <SkeletonBlock className="mt-6 h-5 w-full" />
        <SkeletonBlock className="mt-4 h-5 w-full" />
        <SkeletonBlock className="mt-9 h-6 w-full" />
        <SkeletonBlock round className="mt-6 h-12 w-full" />
      </Card>
    </Skeleton>
  );
}

function ItemSkeleton() {
  return (
    <div className="grid grid-cols-[min(5.5rem,28%)_minmax(0,1fr)] gap-x-4 py-6 first:pt-0 last:pb-0 sm:grid-cols-[7rem_minmax(0,1fr)] sm:gap-x-6">
      <SkeletonBlock className="aspect-square w-full sm:row-span-2" />
      <div className="grid content-start gap-2">
        <SkeletonBlock className="h-5 w-44" />
        <SkeletonBlock className="h-4 w-24" />
      </div>
      <SkeletonBlock
        round
        className="col-span-2 mt-4 h-11 w-34 sm:col-span-1 sm:mt-3 sm:self-end"
      />
    </div>
  );
}

/**
 * Shows how much is missing until free shipping. Where smaller orders are not charged either, the text says so: nobody
 * should buy more to save nothing (decision 063). Nothing where no sum makes an order ship free. Once the shopper has
 * asked for a PIN code, what counts there counts.
 */
function FreeShipping({ total, delivery }: { total: Paise; delivery: Delivery | undefined }) {
  const everywhere = useShippingRule();
  const rule = delivery ? ruleOf(delivery) : everywhere;
  const missing = missingToFreeShipping(rule, total);
  if (missing === null || rule.freeFrom === null) return null;
  const { line, over, below } = shippingTexts(rule);
  return (
    <div className="rounded-md bg-surface-muted px-4 py-3 sm:px-5">
      <div className="flex items-center gap-3">
        <span className="text-primary">
          <Icon name="truck" />
        </span>
        <p className="flex flex-1 flex-wrap justify-between gap-x-3 text-sm text-foreground">
          <strong>{missing > 0 ? line : 'Your order ships free'}</strong>
          {missing > 0 && <span>{formatPaise(missing)} to go</span>}
        </p>
      </div>
      <div aria-hidden="true" className="my-2 h-1.5 overflow-hidden rounded-full bg-surface-accent">
        <div
          className="h-full origin-left rounded-full bg-primary transition-transform duration-300"
          style={{ transform: `scaleX(${1 - missing / rule.freeFrom})` }}
        />
      </div>
      <p className="text-sm text-muted">{missing > 0 ? below : `Every order ${over} does.`}</p>
    </div>
  );
}

function ruleOf({ fee, free_from }: Delivery): ShippingRule {
  return { fee: toPaise(fee), freeFrom: free_from === null ? null : toPaise(free_from) };
}
