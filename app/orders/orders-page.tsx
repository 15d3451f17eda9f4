import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { messageOf } from '#app/shell/api/api-error.ts';
import { LoadError } from '#app/shell/api/load-error.tsx';
import { privateMeta } from '#app/shell/document/site-meta.ts';
import { sawAllOrders } from '#app/shell/order/unanswered-order.ts';
import { useShopper } from '#app/shell/session/guard.tsx';
import { Button, LinkButton } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { showError } from '#app/ui/toast.tsx';
import { OrderCard } from './order-card.tsx';
import { OrdersSkeleton } from './order-skeletons.tsx';
import { ordersQuery } from './use-orders.ts';

export function meta() {
  return privateMeta('My Orders');
}

export default function OrdersPage() {
  const shopper = useShopper();
  const list = useInfiniteQuery(ordersQuery);
  const items = useRef<HTMLUListElement>(null);
  const focusAt = useRef<number>(null);
  const orders = list.data?.pages.flatMap((page) => page.orders);
  const shown = orders?.length ?? 0;

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
      {list.isPending && <OrdersSkeleton />}
      {list.isError && !orders && (
        <LoadError error={list.error} retrying={list.isFetching} onRetry={list.refetch} />
      )}
      {orders?.length === 0 && (
        <EmptyState
          picture="/pictures/illustrations/no-orders.svg"
          title="No orders yet"
          action={<LinkButton to="/shop">Start shopping</LinkButton>}
        />
      )}
      {orders && orders.length > 0 && (
        <ul ref={items} className="grid gap-5">
          {orders.map((order) => (
            <li key={order.id}>
              <OrderCard order={order} />
            </li>
          ))}
        </ul>
      )}
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
