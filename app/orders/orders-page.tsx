import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { messageOf } from '#app/shell/api/api-error.ts';
import { Loaded } from '#app/shell/api/load-error.tsx';
import { privateMeta } from '#app/shell/document/site-meta.ts';
import { sawAllOrders } from '#app/shell/order/unanswered-order.ts';
import { useShopper } from '#app/shell/session/guard.tsx';
import { Button, LinkButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Link } from '#app/ui/link.js';
import { OrderNumber } from '#app/ui/order-number.tsx';
import { Picture } from '#app/ui/picture.tsx';
import { Skeleton, SkeletonBlock } from '#app/ui/skeleton.tsx';
import { showError } from '#app/ui/toast.tsx';
import type { Order } from '#contract/orders.ts';
import { formatDay } from '#domain/day.ts';
import { formatRupees } from '#domain/money.ts';
import { itemCount } from '#domain/order.ts';
import { OrderStatusBadge } from './order-status.tsx';
import { ordersQuery } from './use-orders.ts';

export function meta() {
  return privateMeta('My Orders');
}

export default function OrdersPage() {
  const shopper = useShopper();
  const list = useInfiniteQuery(ordersQuery);
  const items = useRef<HTMLUListElement>(null);
  const focusAt = useRef<number>(null);
  const orders = list.data?.pages.flatMap((page) => page.orders) ?? [];
  const shown = orders.length;

  useEffect(() => {
    if (focusAt.current === null || shown <= focusAt.current) return;
    items.current?.children[focusAt.current]?.querySelector('a')?.focus();
    focusAt.current = null;
  }, [shown]);

  const isFresh = list.isFetchedAfterMount && list.isSuccess;
  useEffect(() => {
    if (isFresh) sawAllOrders(shopper.id);
  }, [isFresh, shopper.id]);

  /** Loads more orders and focuses the first new one. */
  async function showMore() {
    focusAt.current = shown;
    const { error } = await list.fetchNextPage();
    if (!error) return;
    focusAt.current = null;
    showError(messageOf(error));
  }

  return (
    <section aria-labelledby="my-orders">
      <h2 id="my-orders" className="mb-6 text-2xl">
        My Orders
      </h2>
      <Loaded query={list} skeleton={<OrdersSkeleton />}>
        {() =>
          shown > 0 ? (
            <ul ref={items} className="grid gap-5">
              {orders.map((order) => (
                <li key={order.id}>
                  <OrderCard order={order} />
                </li>
              ))}
            </ul>
          ) : (
            <EmptyState
              picture="/pictures/illustrations/no-orders.svg"
              title="No orders yet"
              action={<LinkButton to="/shop">Start shopping</LinkButton>}
            />
          )
        }
      </Loaded>
      {list.hasNextPage && (
        <div className="mt-6 text-center">
          <Button
            tone="secondary"
            busy={list.isFetchingNextPage && 'Loading...'}
            onClick={showMore}
          >
            Show more
          </Button>
        </div>
      )}
    </section>
  );
}

/** How many thumbnails a card shows before '+N'. */
const THUMBNAILS_SHOWN = 3;

/** An order in the list; the whole card is a link to it. */
function OrderCard({ order }: { order: Order }) {
  const shown = order.order_items.slice(0, THUMBNAILS_SHOWN);
  const more = order.order_items.length - shown.length;
  return (
    <Link
      to={`/account/orders/${order.id}`}
      className="block rounded-lg border border-border bg-surface p-5 shadow-soft transition-shadow hover:shadow-lift sm:p-6"
    >
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div>
          <h3 className="font-text text-base font-semibold tracking-normal">
            Order <OrderNumber number={order.order_number} />
          </h3>
          <p className="text-sm text-muted">{formatDay(order.created_at)}</p>
        </div>
        <OrderStatusBadge status={order.status} />
      </div>
      <div className="mt-4 flex flex-wrap items-center gap-2">
        {shown.map((item) => (
          <Picture
            key={item.id}
            src={item.product_image}
            alt={item.product_name}
            widths={[160, 320]}
            sizes="56px"
            width={56}
            height={56}
            className="size-14 rounded-sm object-cover"
          />
        ))}
        {more > 0 && (
          <span className="grid size-14 place-items-center rounded-sm bg-surface-accent text-sm font-semibold text-foreground">
            +{more}
          </span>
        )}
      </div>
      <div className="mt-4 flex flex-wrap items-center justify-between gap-x-4 border-t border-border pt-4">
        <span className="text-sm text-muted">{itemCount(order.order_items.length)}</span>
        <span className="font-semibold text-foreground tabular-nums">
          {formatRupees(order.total_amount)}
        </span>
      </div>
    </Link>
  );
}

/** Placeholder of two cards while the orders load. */
function OrdersSkeleton() {
  return (
    <Skeleton className="grid gap-5">
      {['newest', 'older'].map((order) => (
        <Card key={order}>
          <div className="flex justify-between gap-4">
            <div className="grid gap-2">
              <SkeletonBlock className="h-5 w-40" />
              <SkeletonBlock className="h-4 w-24" />
            </div>
            <SkeletonBlock round className="h-7 w-20" />
          </div>
          <div className="mt-4 flex gap-2">
            <SkeletonBlock className="size-14" />
            <SkeletonBlock className="size-14" />
          </div>
          <div className="mt-4 flex justify-between border-t border-border pt-4">
            <SkeletonBlock className="h-5 w-16" />
            <SkeletonBlock className="h-5 w-24" />
          </div>
        </Card>
      ))}
    </Skeleton>
  );
}
