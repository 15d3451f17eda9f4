import { queryOptions, useQuery } from '@tanstack/react-query';
import { callAdmin } from '#app/admin/call-admin.ts';
import { WORK_LISTS } from '#app/admin/orders/order-queries.ts';
import { LoadError } from '#app/shell/api/load-error.tsx';
import { LinkButton } from '#app/ui/button.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import { formatDay } from '#domain/day.ts';
import { isolated } from '#domain/isolated.ts';
import { formatRupees } from '#domain/money.ts';
import { paymentMethodName } from '#domain/order.ts';

const returnRefundsQuery = queryOptions({
  queryKey: [...WORK_LISTS, 'return-refunds'],
  queryFn: () => callAdmin('GET /admin/return-refunds'),
});

/** Orders whose goods came back, and whose money has not; each is refunded on its own page. */
export default function ReturnRefundsScreen() {
  const { data, error, isFetching, refetch } = useQuery(returnRefundsQuery);
  if (!data)
    return error ? (
      <LoadError error={error} retrying={isFetching} onRetry={refetch} />
    ) : (
      <Spinner label="Loading..." />
    );
  return (
    <section aria-labelledby="return-refunds" className="grid max-w-3xl gap-4">
      <title>Refund after return | Admin</title>
      <h1 id="return-refunds" className="text-2xl">
        Refund after return
      </h1>
      <p>
        What was paid in cash goes back by UPI: the customer’s email asks for a UPI ID, in reply.
      </p>
      {data.length === 0 && (
        <p className="py-16 text-center text-muted">No return is to be refunded.</p>
      )}
      <ul className="overflow-clip rounded-lg border border-border bg-surface shadow-soft empty:hidden">
        {data.map(({ id, order_number, full_name, city, payment_method, returned_at, due }) => (
          <li
            key={id}
            className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-border px-4 py-3 last:border-0"
          >
            <div className="min-w-0 flex-1 basis-56">
              <p translate="no" className="font-semibold text-foreground tabular-nums">
                {order_number}
              </p>
              <p className="font-medium text-foreground">
                {[full_name ?? '', city].filter(Boolean).map(isolated).join(', ')}
              </p>
              <p className="text-sm text-muted">
                {formatRupees(due)}, {paymentMethodName(payment_method)}, came back on{' '}
                {formatDay(returned_at)}
              </p>
            </div>
            <LinkButton
              to={`/admin/orders/${id}`}
              state={{ from: '/admin/return-refunds' }}
              tone="secondary"
              aria-label={`Refund: ${order_number}`}
            >
              Refund
            </LinkButton>
          </li>
        ))}
      </ul>
    </section>
  );
}
