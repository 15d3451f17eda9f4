import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useRole } from '#app/admin/staff/use-staff.ts';
import { LoadError } from '#app/shell/api/load-error.tsx';
import { Button } from '#app/ui/button.tsx';
import { Link } from '#app/ui/link.js';
import { Spinner } from '#app/ui/spinner.tsx';
import type { CancelledParcel } from '#contract/admin/cancelled-parcels.ts';
import { formatDateTime } from '#domain/day.ts';
import { isolated } from '#domain/isolated.ts';
import { cancelledParcelsQuery } from './cancelled-parcels-query.ts';
import { useTakeOut } from './use-take-out.ts';

/** The closed parcels of orders that were cancelled: each is opened, and its pieces go back to the shelf. */
export default function CancelledParcelsScreen() {
  const { data, error, isFetching, refetch } = useQuery(cancelledParcelsQuery);
  const { busy, done, take } = useTakeOut();
  const parcels = useKeptRows(data);
  if (!data)
    return error ? (
      <LoadError error={error} retrying={isFetching} onRetry={refetch} />
    ) : (
      <Spinner label="Loading..." />
    );
  return (
    <section aria-labelledby="cancelled-parcels" className="grid max-w-3xl gap-4">
      <title>Cancelled after packing | Admin</title>
      <h1 id="cancelled-parcels" className="text-2xl">
        Cancelled after packing
      </h1>
      <p>
        Take these parcels out and put their pieces back on the shelf. The stock counts them
        already.
      </p>
      {parcels.length === 0 && (
        <p className="py-16 text-center text-muted">No parcel is to be taken out.</p>
      )}
      <ul className="overflow-clip rounded-lg border border-border bg-surface shadow-soft empty:hidden">
        {parcels.map((parcel) => (
          <li
            key={parcel.id}
            className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-border px-4 py-3 last:border-0"
          >
            <ParcelText parcel={parcel} />
            {data.some(({ id }) => id === parcel.id) ? (
              <Button
                tone="secondary"
                aria-label={`Taken out: ${parcel.order_number}`}
                busy={busy.has(parcel.id) && 'Working...'}
                onClick={() => void take(parcel)}
              >
                Taken out
              </Button>
            ) : (
              <p
                ref={keepFocus}
                tabIndex={-1}
                className="inline-flex min-h-11 items-center text-muted"
              >
                {/* Otherwise a colleague was faster, or the order is no longer cancelled. */}
                {done.has(parcel.id) ? 'Done' : 'No longer to be taken out'}
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Focuses the text that replaces the pressed button, so that the keyboard continues there. */
function keepFocus(text: HTMLElement | null): void {
  if (document.activeElement === document.body) text?.focus();
}

/**
 * Keeps the rows of parcels that were taken out until the screen is left: otherwise the next row would move under a
 * finger that taps twice.
 */
function useKeptRows(data: readonly CancelledParcel[] = []): readonly CancelledParcel[] {
  const [shown, setShown] = useState<readonly CancelledParcel[]>([]);
  const added = data.filter(({ id }) => !shown.some((row) => row.id === id));
  if (added.length > 0) setShown([...shown, ...added]);
  return shown;
}

function ParcelText({ parcel }: { parcel: CancelledParcel }) {
  const { id, order_number, full_name, city, by_shopper, cancelled_at, items } = parcel;
  // Packers see no cancelled order's page.
  const owner = useRole('owner');
  const number = 'inline-flex min-h-11 items-center font-semibold text-foreground tabular-nums';
  return (
    <div className="min-w-0 flex-1 basis-56">
      {owner ? (
        <Link
          translate="no"
          to={`/admin/orders/${id}`}
          state={{ from: '/admin/cancelled-parcels' }}
          className={number}
        >
          {order_number}
        </Link>
      ) : (
        <p translate="no" className={number}>
          {order_number}
        </p>
      )}
      <p className="font-medium text-foreground">
        {isolated(full_name)}, {isolated(city)}
      </p>
      <p className="text-sm">
        {items.map(({ quantity, product_name }) => `${quantity} × ${product_name}`).join(', ')}
      </p>
      <p className="text-sm text-muted">
        Cancelled by {by_shopper ? 'the customer' : 'the staff'}, {formatDateTime(cancelled_at)}
      </p>
    </div>
  );
}
