import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { age } from '#app/admin/orders/list/age.ts';
import { LoadError } from '#app/shell/api/load-error.tsx';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { Skeleton, SkeletonBlock } from '#app/ui/skeleton.tsx';
import type { CourierCash } from '#contract/admin/cash.ts';
import { formatRupees } from '#domain/money.ts';
import { CashByAge } from './cash-by-age.tsx';
import { cashQuery, openCashQuery } from './cash-queries.ts';
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

type CourierSumsProps = {
  couriers: readonly CourierCash[];
  chosen: string | null;
  onChoose: (courier: string | null) => void;
};

/** What each courier owes. Choosing a courier filters the rest of the page; choosing it again removes the filter. */
function CourierSums({ couriers, chosen, onChoose }: CourierSumsProps) {
  const owing = couriers.filter(({ due, short, disputed }) => due + short + disputed > 0);
  if (owing.length === 0) {
    return <p className="panel text-muted">No courier owes anything.</p>;
  }
  return (
    <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
      {owing.map(({ courier, name, due, amount, oldest, overdue, overdue_amount, ...rest }) => (
        <li key={courier}>
          <button
            type="button"
            aria-pressed={chosen === courier}
            onClick={() => onChoose(chosen === courier ? null : courier)}
            className="panel grid w-full gap-1 text-left hover:bg-surface-muted aria-pressed:border-primary"
          >
            <span className="font-medium text-foreground">{name}</span>
            <span className="text-xl font-semibold text-foreground tabular-nums">
              {formatRupees(amount)}
            </span>
            <span className="text-sm text-muted first-letter:uppercase">
              {openOrders(due, rest.short + rest.disputed)}
              {oldest && `, the oldest ${age(oldest)}`}
            </span>
            <span className="flex flex-wrap gap-1.5">
              {overdue > 0 && <Badge tone="red">{formatRupees(overdue_amount)} overdue</Badge>}
              {rest.short > 0 && <Badge tone="yellow">{rest.short} short</Badge>}
              {rest.disputed > 0 && <Badge tone="purple">{rest.disputed} disputed</Badge>}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** `oldest` is of all these orders: with some to clear up among them, "due" would be wrong. */
function openOrders(due: number, toClearUp: number): string {
  const count = due + toClearUp;
  return `${count} ${count === 1 ? 'order' : 'orders'} ${toClearUp === 0 ? 'due' : 'open'}`;
}
