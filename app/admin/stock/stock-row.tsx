import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { COMPACT_BUTTON } from '#app/admin/compact-button.ts';
import { dismissSnackbar, shownSnackbar } from '#app/admin/snackbar/snackbar-store.ts';
import { LoadError } from '#app/shell/api/load-error.tsx';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { Link } from '#app/ui/link.js';
import { Picture } from '#app/ui/picture.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import type { StockLevel } from '#contract/admin/stock.ts';
import { formatDateTime } from '#domain/day.ts';
import { REASON_NAMES, STOCK_CHANGES, type StockChange } from './stock-changes.ts';
import { StockForm } from './stock-form.tsx';
import { movementsQuery } from './stock-queries.ts';

/** Small enough for five buttons in one line on a phone. */
const BUTTON = `text-sm ${COMPACT_BUTTON} max-sm:px-1!`;

/** One product: its stock, and a button for each kind of change, whose form opens in the row. */
export function StockRow({ level }: { level: StockLevel }) {
  const [open, setOpen] = useState<StockChange | 'ledger' | null>(null);
  const { product_name, product_image, stock, held, reserved, sold, low } = level;

  function toggle(part: StockChange | 'ledger') {
    // The snackbar of the former change would cover the fields of the next one.
    const done = shownSnackbar();
    if (done && !done.undo) dismissSnackbar(done.id);
    setOpen(open === part ? null : part);
  }

  return (
    <li className="grid gap-3 border-b border-border px-4 py-3 last:border-0">
      <div className="grid grid-cols-[3rem_minmax(0,1fr)_auto] items-center gap-x-4 gap-y-2 lg:grid-cols-[3rem_minmax(0,1fr)_5rem_auto]">
        <Picture
          src={product_image}
          alt=""
          widths={[160, 320]}
          sizes="48px"
          width={48}
          height={48}
          className="size-12 rounded-sm object-cover"
        />
        <p className="min-w-0">
          <span className="font-medium text-foreground">{product_name}</span>
          <span className="block text-sm text-muted">
            {sold} sold in 30 days
            {reserved > 0 && `, ${reserved} to hand over`}
            {held > 0 && `, ${held} held by payments`}
          </span>
        </p>
        <p className="text-right text-xl font-semibold text-foreground tabular-nums">
          {stock}
          {low && (
            <span className="block text-sm">
              <Badge tone="yellow">Low</Badge>
            </span>
          )}
        </p>
        <div className="-mx-1 flex flex-wrap max-lg:col-span-3 max-sm:justify-between sm:-mx-2">
          {STOCK_CHANGES.map(({ change, button }) => (
            <Button
              key={change}
              tone="quiet"
              className={BUTTON}
              aria-expanded={open === change}
              aria-label={`${button}: ${product_name}`}
              onClick={() => toggle(change)}
            >
              {button}
            </Button>
          ))}
          <Button
            tone="quiet"
            className={BUTTON}
            aria-expanded={open === 'ledger'}
            aria-label={`History: ${product_name}`}
            onClick={() => toggle('ledger')}
          >
            History
          </Button>
        </div>
      </div>
      {open === 'ledger' && <Ledger productId={level.product_id} />}
      {open !== null && open !== 'ledger' && (
        <StockForm key={open} level={level} change={open} onDone={() => setOpen(null)} />
      )}
    </li>
  );
}

/** The movements of a product's stock, newest first. */
function Ledger({ productId }: { productId: string }) {
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
