import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import * as z from 'zod/mini';
import { LoadError } from '#app/shell/api/load-error.tsx';
import { InlineAlert } from '#app/ui/inline-alert.tsx';
import { Link } from '#app/ui/link.js';
import { Spinner } from '#app/ui/spinner.tsx';
import type { OrderDetail } from '#contract/admin/order-views.ts';
import { Id } from '#contract/fields.ts';
import { type MissingOrder, useOrders } from './use-orders.ts';

type OrdersOfUrlProps = {
  children: (
    orders: readonly OrderDetail[],
    notices: ReactNode,
    ids: readonly string[],
  ) => ReactNode;
};

/**
 * Loads the orders of the URL, `?orders=id,id`, for a screen. The notices name those that are missing, or say that the
 * URL names none.
 */
export function OrdersOfUrl({ children }: OrdersOfUrlProps) {
  const [params] = useSearchParams();
  const ids = idsOf(params);
  const { orders, gone, pending, error, retrying, refetch } = useOrders(ids);
  if (pending) return <Spinner label="Loading..." />;
  if (error) return <LoadError error={error} retrying={retrying} onRetry={refetch} />;
  const missing = missingOrdersText(gone);
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
  return <>{children(orders, notices, ids)}</>;
}

/** The ids of a URL without duplicates and invalid ones. */
function idsOf(params: URLSearchParams): string[] {
  const listed = (params.get('orders') ?? '').split(',');
  return [...new Set(listed)].filter((id) => z.safeParse(Id, id).success);
}

/** 'AP-7KQ-M2X, 2 more are no longer here…'; null for none. */
export function missingOrdersText(gone: readonly MissingOrder[]): string | null {
  if (gone.length === 0) return null;
  const numbers = gone.flatMap(({ order_number }) => order_number ?? []);
  const others = gone.length - numbers.length;
  const words =
    numbers.length > 0 ? `${others} more` : others === 1 ? 'One order' : `${others} orders`;
  const names = [...numbers, ...(others > 0 ? [words] : [])].join(', ');
  return gone.length === 1
    ? `${names} is no longer here. It may have been cancelled: do not send it.`
    : `${names} are no longer here. They may have been cancelled: do not send them.`;
}
