import { useInfiniteQuery } from '@tanstack/react-query';
import { LoadError } from '#app/shell/api/load-error.tsx';
import { Button } from '#app/ui/button.tsx';
import { openCashQuery } from './cash-queries.ts';
import { OpenCashRow } from './open-cash-row.tsx';

/** Orders whose cash has not been remitted in full, oldest first; only of the chosen courier, if one is. */
export function OpenCashList({ courier }: { courier: string }) {
  const list = useInfiniteQuery(openCashQuery(courier));
  const orders = list.data?.pages.flatMap((page) => page.orders) ?? [];
  if (list.isError && !list.data) {
    return <LoadError error={list.error} retrying={list.isFetching} onRetry={list.refetch} />;
  }
  if (orders.length === 0) return null;
  return (
    <section aria-labelledby="open-cash" className="grid gap-3">
      <h2 id="open-cash" className="text-lg">
        Not paid in full
      </h2>
      <ul className="overflow-clip rounded-lg border border-border bg-surface shadow-soft">
        {orders.map((order) => (
          <OpenCashRow key={order.order_id} order={order} />
        ))}
      </ul>
      {list.hasNextPage && (
        <Button
          tone="secondary"
          className="justify-self-center"
          busy={list.isFetchingNextPage && 'Loading...'}
          onClick={() => void list.fetchNextPage()}
        >
          Show more
        </Button>
      )}
    </section>
  );
}
