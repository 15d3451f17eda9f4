import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { read } from '#app/admin/api.ts';
import { COMPACT_BUTTON } from '#app/admin/buttons.tsx';
import { reloadListed } from '#app/admin/products/product-queries.ts';
import { Loaded } from '#app/admin/screen.tsx';
import { dismissSnackbar, shownSnackbar } from '#app/admin/snackbar/snackbar-store.ts';
import { useWrite } from '#app/admin/use-write.ts';
import { Button } from '#app/ui/button.tsx';
import { Link } from '#app/ui/link.js';
import type { ListedProduct } from '#contract/admin/products.ts';
import { formatDateTime } from '#domain/day.ts';
import { REASON_NAMES, STOCK_CHANGES, type StockChange } from './stock-changes.ts';
import { StockForm } from './stock-form.tsx';

/** Small enough for five buttons in one line on a phone. */
const BUTTON = `text-sm ${COMPACT_BUTTON} max-sm:px-1!`;

/** A button for each kind of change of a product's stock, whose form opens below them, and one for its history. */
export function StockControls({ product }: { product: ListedProduct }) {
  const { sold, reserved, held } = product;
  const [open, setOpen] = useState<{ part: StockChange | 'history'; now: ListedProduct }>();
  const { write } = useWrite({ failed: 'Not loaded' });
  const close = () => setOpen(undefined);

  function toggle(part: StockChange | 'history') {
    // The snackbar of the former change would cover the fields of the next one.
    const done = shownSnackbar();
    if (done && !done.undo) dismissSnackbar(done.id);
    if (open?.part === part) return close();
    if (part !== 'count') return setOpen({ part, now: product });
    // What is expected when the count begins: the list may be older.
    void write(async () => setOpen({ part, now: await reloadListed(product.id) }));
  }

  return (
    <>
      <div className="col-span-full flex flex-wrap items-center justify-between gap-x-4 lg:col-start-2">
        <p className="text-sm text-muted">
          {sold} sold in 30 days
          {reserved > 0 && `, ${reserved} to hand over`}
          {held > 0 && `, ${held} held by payments`}
        </p>
        <div className="-mx-1 flex flex-wrap max-sm:w-full max-sm:justify-between sm:-mr-2">
          {[...STOCK_CHANGES, { change: 'history' as const, button: 'History' }].map(
            ({ change, button }) => (
              <Button
                key={change}
                tone="quiet"
                className={BUTTON}
                aria-expanded={open?.part === change}
                aria-label={`${button}: ${product.name}`}
                onClick={() => toggle(change)}
              >
                {button}
              </Button>
            ),
          )}
        </div>
      </div>
      {open && (
        <div className="col-span-full">
          {open.part === 'history' ? (
            <History productId={product.id} />
          ) : (
            <StockForm key={open.part} product={open.now} change={open.part} onDone={close} />
          )}
        </div>
      )}
    </>
  );
}

/** The movements of a product's stock, newest first. */
function History({ productId }: { productId: string }) {
  const ledger = useQuery(read('GET /admin/stock/{id}/movements', { params: { id: productId } }));
  return (
    <Loaded query={ledger}>
      {(movements) => (
        <ol className="rounded-md bg-surface-muted px-4 py-2">
          {movements.map(({ id, at, delta, reason, note, staff, order_id }) => (
            <li
              key={id}
              className="flex flex-wrap items-baseline gap-x-4 border-b border-border py-2 last:border-0"
            >
              <span className="min-w-12 font-semibold text-foreground tabular-nums">
                {delta > 0 ? `+${delta}` : `−${-delta}`}
              </span>
              {order_id ? (
                <Link
                  to={`/admin/orders/${order_id}`}
                  className="text-primary underline underline-offset-4"
                >
                  {REASON_NAMES[reason]}
                </Link>
              ) : (
                <span>{REASON_NAMES[reason]}</span>
              )}
              {note && <span className="min-w-0 wrap-anywhere">{note}</span>}
              <span className="ml-auto text-sm text-muted">
                {formatDateTime(at)}
                {staff && `, ${staff}`}
              </span>
            </li>
          ))}
        </ol>
      )}
    </Loaded>
  );
}
