import { callAdmin } from '#app/admin/call-admin.ts';
import { ConfirmButton } from '#app/admin/confirm-dialog.tsx';
import { reloadProduct } from '#app/admin/products/product-queries.ts';
import { showSnackbar } from '#app/admin/snackbar/snackbar-store.ts';
import type { PriceChange } from '#contract/admin/product-prices.ts';
import type { AdminProduct } from '#contract/admin/products.ts';
import { formatDateTime } from '#domain/day.ts';
import { formatRupees } from '#domain/money.ts';

/** The scheduled prices and their states, in Indian time. */
export function PriceChanges({ product: { id, price, price_changes } }: { product: AdminProduct }) {
  async function withdraw(change: PriceChange) {
    await callAdmin('DELETE /admin/price-changes/{id}', { params: { id: change.id } });
    showSnackbar({ text: 'The scheduled price is withdrawn' });
    reload();
  }
  const reload = () => void reloadProduct(id).catch(() => {});
  if (price_changes.length === 0) return null;
  return (
    <ul className="grid gap-1">
      {price_changes.map((change) => (
        <li
          key={change.id}
          className="flex flex-wrap items-center gap-x-3 border-b border-border py-1 last:border-0"
        >
          <p className="min-w-0 flex-1 py-1.5">
            <span className="font-semibold text-foreground tabular-nums">
              {formatRupees(change.price)}
            </span>{' '}
            {STATES[change.state]}
            <span className="block text-sm text-muted">
              {change.ends_at
                ? `${formatDateTime(change.starts_at)} to ${formatDateTime(change.ends_at)}`
                : `from ${formatDateTime(change.starts_at)}`}
            </span>
          </p>
          {change.state === 'scheduled' && (
            <ConfirmButton
              title="Withdraw the scheduled price?"
              keep="Keep it"
              verb="Withdraw"
              busy="Withdrawing..."
              work={() => withdraw(change)}
              failed="Not withdrawn"
              onFailure={reload}
              button={{ tone: 'quiet', className: 'min-h-11 px-3 text-sm', children: 'Withdraw' }}
            >
              <p>
                {formatRupees(change.price)} does not begin on {formatDateTime(change.starts_at)}:
                the price stays as it is then, today {formatRupees(price)}. This cannot be undone,
                but the price can be scheduled again.
              </p>
            </ConfirmButton>
          )}
        </li>
      ))}
    </ul>
  );
}

const STATES: Record<PriceChange['state'], string> = {
  scheduled: 'is scheduled',
  active: 'is the price now',
  done: 'was the price',
  cancelled: 'was withdrawn',
  replaced: 'was replaced by another price',
};
