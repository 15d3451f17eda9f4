import { useInfiniteQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { ReadFailure } from '#app/shell/read-failure.tsx';
import { privateMeta } from '#app/shell/site-meta.ts';
import { Button, LinkButton } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { OrderCard } from './order-card.tsx';
import { OrdersSkeleton } from './order-skeletons.tsx';
import { ordersQuery } from './use-orders.ts';

export function meta() {
  return privateMeta('My Orders');
}

export default function OrdersPage() {
  const list = useInfiniteQuery(ordersQuery);
  const items = useRef<HTMLUListElement>(null);
  const orders = list.data?.pages.flatMap((page) => page.orders);

  async function showMore() {
    const shown = orders?.length ?? 0;
    await list.fetchNextPage();
    // The reader goes on where the new orders begin.
    requestAnimationFrame(() => items.current?.children[shown]?.querySelector('a')?.focus());
  }

  return (
    <section aria-labelledby="my-orders">
      <h2 id="my-orders" className="mb-6 text-2xl">
        My Orders
      </h2>
      {list.isPending && <OrdersSkeleton />}
      {list.isError && !orders && (
        <ReadFailure error={list.error} retrying={list.isFetching} onRetry={list.refetch} />
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
