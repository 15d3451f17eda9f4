import { useQuery } from '@tanstack/react-query';
import { LoadError } from '#app/shell/api/load-error.tsx';
import { Link } from '#app/ui/link.js';
import { Spinner } from '#app/ui/spinner.tsx';
import { formatDateTime } from '#domain/day.ts';
import { REASON_NAMES } from './stock-changes.ts';
import { movementsQuery } from './stock-queries.ts';

/** The movements of a product's stock, newest first. */
export function Ledger({ productId }: { productId: string }) {
  const ledger = useQuery(movementsQuery(productId));
  if (ledger.isPending) return <Spinner label="Loading..." />;
  if (ledger.isError)
    return <LoadError error={ledger.error} retrying={ledger.isFetching} onRetry={ledger.refetch} />;
  return (
    <ol className="rounded-md bg-surface-muted px-4 py-2">
      {ledger.data.map(({ id, at, delta, reason, note, staff, order_id }) => (
        <li
          key={id}
          className="flex flex-wrap items-baseline gap-x-4 border-b border-border py-2 last:border-0"
        >
          <span className="min-w-12 font-semibold text-foreground tabular-nums">
            {delta > 0 ? `+${delta}` : `−${-delta}`}
          </span>
          <span>
            {order_id ? (
              <Link
                to={`/admin/orders/${order_id}`}
                className="text-primary underline underline-offset-4"
              >
                {REASON_NAMES[reason]}
              </Link>
            ) : (
              REASON_NAMES[reason]
            )}
          </span>
          {note && <span className="min-w-0 wrap-anywhere">{note}</span>}
          <span className="ml-auto text-sm text-muted">
            {formatDateTime(at)}
            {staff && `, ${staff}`}
          </span>
        </li>
      ))}
    </ol>
  );
}
