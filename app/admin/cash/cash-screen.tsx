import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { LoadError } from '#app/shell/api/load-error.tsx';
import { Button } from '#app/ui/button.tsx';
import { Skeleton, SkeletonBlock } from '#app/ui/skeleton.tsx';
import { CashByAge } from './cash-by-age.tsx';
import { cashQuery, openCashQuery } from './cash-queries.ts';
import { CourierSums } from './courier-sums.tsx';
import { ListForm } from './list-form.tsx';
import { OpenCashRow } from './open-cash-row.tsx';
import { Remittances } from './remittances.tsx';
import { SettledCashRow } from './settled-cash-row.tsx';

/** The cash that couriers collected: what each owes, the posting of their lists, and the open orders. */
export default function CashScreen() {
  const cash = useQuery(cashQuery);
  const [chosen, setChosen] = useState<string | null>(null);
  const courier = chosen ?? '';
  const open = useInfiniteQuery(openCashQuery(courier));
  const settled = useInfiniteQuery(openCashQuery(courier, 'settled'));
  return (
    <section aria-labelledby="cash" className="grid gap-5">
      <title>Cash | Admin</title>
      <h1 id="cash" className="text-2xl">
        Cash
      </h1>
      {cash.isPending && (
        <Skeleton className="grid gap-2">
          <SkeletonBlock className="h-16 w-full" />
          <SkeletonBlock className="h-48 w-full" />
        </Skeleton>
      )}
      {cash.isError && !cash.data && (
        <LoadError error={cash.error} retrying={cash.isFetching} onRetry={cash.refetch} />
      )}
      {cash.data && (
        <>
          <CourierSums couriers={cash.data.couriers} chosen={chosen} onChoose={setChosen} />
          <CashByAge couriers={cash.data.couriers} chosen={chosen} />
          <ListForm couriers={cash.data.couriers} chosen={chosen} onChoose={setChosen} />
          <OpenCashList courier={courier} />
          {/* Each part is shown after those above it have loaded, so that no button about money moves. */}
          {!open.isPending && <SettledCashList courier={courier} />}
          {!open.isPending && !settled.isPending && <Remittances />}
        </>
      )}
    </section>
  );
}

/** Orders whose cash has not been remitted in full, oldest first; only of the chosen courier, if one is. */
function OpenCashList({ courier }: { courier: string }) {
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

/** Orders whose cash was settled by hand, newest first; only of the chosen courier, if one is. Collapsed at first. */
function SettledCashList({ courier }: { courier: string }) {
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
