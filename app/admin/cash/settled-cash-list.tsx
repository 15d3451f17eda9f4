import { useInfiniteQuery } from '@tanstack/react-query';
import { LoadError } from '#app/shell/api/load-error.tsx';
import { Button } from '#app/ui/button.tsx';
import { openCashQuery } from './cash-queries.ts';
import { SettledCashRow } from './settled-cash-row.tsx';

/** Orders whose cash was settled by hand, newest first; only of the chosen courier, if one is. Collapsed at first. */
export function SettledCashList({ courier }: { courier: string }) {
  const list = useInfiniteQuery(openCashQuery(courier, 'settled'));
  const orders = list.data?.pages.flatMap((page) => page.orders) ?? [];
  if (list.isError && !list.data) {
    return <LoadError error={list.error} retrying={list.isFetching} onRetry={list.refetch} />;
  }
  if (orders.length === 0) return null;
  return (
    <details>
      <summary className="min-h-11 cursor-pointer content-center">
        <h2 className="inline text-lg">Settled by hand</h2>
      </summary>
      <ul className="mt-3 overflow-clip rounded-lg border border-border bg-surface shadow-soft">
        {orders.map((order) => (
          <SettledCashRow key={order.order_id} order={order} />
        ))}
      </ul>
      {list.hasNextPage && (
        <div className="mt-3 text-center">
          <Button
            tone="secondary"
            busy={list.isFetchingNextPage && 'Loading...'}
            onClick={() => void list.fetchNextPage()}
          >
            Show more
          </Button>
        </div>
      )}
    </details>
  );
}
