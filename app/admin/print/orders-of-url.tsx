import { queryOptions, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import * as z from 'zod/mini';
import { callAdmin } from '#app/admin/api.ts';
import { newerOf, ORDER_LISTS, SEVERAL_ORDERS } from '#app/admin/orders/order-queries.ts';
import { LoadError } from '#app/shell/api/load-error.tsx';
import { queryClient } from '#app/shell/api/query-client.ts';
import { Button } from '#app/ui/button.tsx';
import { InlineAlert } from '#app/ui/inline-alert.tsx';
import { Link } from '#app/ui/link.js';
import { Spinner } from '#app/ui/spinner.tsx';
import type { OrderList } from '#contract/admin/order-list.ts';
import type { OrderDetail } from '#contract/admin/order-views.ts';
import { MAX_DETAILS } from '#contract/admin/orders.ts';
import { Id } from '#contract/fields.ts';

type OrdersOfUrlProps = {
  children: (
    orders: readonly OrderDetail[],
    notices: ReactNode,
    ids: readonly string[],
  ) => ReactNode;
};

/**
 * Loads the orders of the URL, `?orders=id,id`, for a screen. The notices name those that are missing, or say that the
 * URL names none. Requested again when a screen opens, because an order may have been cancelled since an earlier screen
 * loaded it. If a later request fails, the orders stay, with all that is typed beside them.
 */
export function OrdersOfUrl({ children }: OrdersOfUrlProps) {
  const [params] = useSearchParams();
  const [opened] = useState(Date.now);
  const listed = (params.get('orders') ?? '').split(',');
  const ids = [...new Set(listed)].filter((id) => z.safeParse(Id, id).success);
  const { data, dataUpdatedAt, error, isFetching, refetch } = useQuery({
    ...severalOrdersQuery(ids),
    enabled: ids.length > 0,
    refetchOnMount: 'always',
  });
  if (ids.length > 0 && dataUpdatedAt < opened)
    return error ? (
      <LoadError error={error} retrying={isFetching} onRetry={refetch} />
    ) : (
      <Spinner label="Loading..." />
    );
  const missing = missingOrdersText(data?.gone ?? []);
  const notices = (
    <>
      {missing && <InlineAlert>{missing}</InlineAlert>}
      {ids.length === 0 && (
        <p className="panel">
          No orders are selected. Tick them in the list of{' '}
          <Link
            to="/admin/orders"
            className="font-semibold text-primary underline underline-offset-4"
          >
            orders
          </Link>{' '}
          first.
        </p>
      )}
    </>
  );
  return <>{children(data?.orders ?? [], notices, ids)}</>;
}

type SeveralOrders = {
  orders: OrderDetail[];
  /**
   * Of each requested order that does not exist or that the role may not see, its number, if this browser has shown it
   * before: packers, for example, see no cancelled ones.
   */
  gone: (string | null)[];
};

/** Loads the orders of these ids, in their order, with one request per hundred. */
function severalOrdersQuery(ids: readonly string[]) {
  const queryKey = [...SEVERAL_ORDERS, ids.join(',')];
  return queryOptions({
    queryKey,
    queryFn: async (): Promise<SeveralOrders> => {
      const before = queryClient.getQueryData<SeveralOrders>(queryKey);
      const known = [
        ...(before?.orders ?? []),
        ...queryClient
          .getQueriesData<OrderList>({ queryKey: ORDER_LISTS })
          .flatMap(([, list]) => list?.orders ?? []),
      ];
      const orders: OrderDetail[] = [];
      for (let from = 0; from < ids.length; from += MAX_DETAILS) {
        const chunk = ids.slice(from, from + MAX_DETAILS).join(',');
        const answer = await callAdmin('GET /admin/orders/details', { query: { ids: chunk } });
        orders.push(...answer.orders);
      }
      const gone = ids.filter((id) => !orders.some((order) => order.id === id));
      return {
        orders: orders.map((order) =>
          newerOf(
            before?.orders.find(({ id }) => id === order.id),
            order,
          ),
        ),
        gone: gone.map((id) => known.find((order) => order.id === id)?.order_number ?? null),
      };
    },
  });
}

/** 'AP-7KQ-M2X, 2 more are no longer here…'; null for none. */
export function missingOrdersText(gone: readonly (string | null)[]): string | null {
  if (gone.length === 0) return null;
  const numbers = gone.filter((number) => number !== null);
  const others = gone.length - numbers.length;
  const words =
    numbers.length > 0 ? `${others} more` : others === 1 ? 'One order' : `${others} orders`;
  const names = [...numbers, ...(others > 0 ? [words] : [])].join(', ');
  return gone.length === 1
    ? `${names} is no longer here. It may have been cancelled: do not send it.`
    : `${names} are no longer here. They may have been cancelled: do not send them.`;
}

type PrintedSheetsProps = {
  title: string;
  heading: string;
  /** What is not printed: notices, and buttons beside the one that prints. */
  head: ReactNode;
  more?: ReactNode;
  /** Whether there is something to print. */
  ready: boolean;
  children: ReactNode;
};

/** A screen that was opened to print: the browser's dialog opens once what is printed is there. */
export function PrintedSheets(props: PrintedSheetsProps) {
  const { title, heading, head, more, ready, children } = props;
  useEffect(() => {
    if (ready) window.print();
  }, [ready]);
  return (
    <section aria-labelledby="print">
      <title>{`${title} | Admin`}</title>
      {/* Not a header element: the shop's print styles would show it. */}
      <div className="mb-5 grid gap-3 print:hidden">
        <h1 id="print" className="text-2xl">
          {heading}
        </h1>
        {head}
        <div className="flex flex-wrap gap-2">
          <Button disabled={!ready} onClick={() => window.print()}>
            Print
          </Button>
          {more}
        </div>
      </div>
      {children}
    </section>
  );
}
