import { useState } from 'react';
import { callAdmin } from '#app/admin/call-admin.ts';
import { ConfirmDialog } from '#app/admin/confirm-dialog.tsx';
import { reloadProduct } from '#app/admin/products/product-queries.ts';
import { showFailure } from '#app/admin/show-failure.ts';
import { showSnackbar } from '#app/admin/snackbar/snackbar-store.ts';
import { Button } from '#app/ui/button.tsx';
import type { PriceChange } from '#contract/admin/product-prices.ts';
import type { AdminProduct } from '#contract/admin/products.ts';
import { formatDateTime } from '#domain/day.ts';
import { formatRupees } from '#domain/money.ts';

/** The scheduled prices and their states, in Indian time. */
export function PriceChanges({ product: { id, price, price_changes } }: { product: AdminProduct }) {
  const [confirming, setConfirming] = useState<PriceChange | null>(null);
  const [busy, setBusy] = useState('');

  async function withdraw(change: PriceChange) {
    setBusy(change.id);
    try {
      await callAdmin('DELETE /admin/price-changes/{id}', { params: { id: change.id } });
      showSnackbar({ text: 'The scheduled price is withdrawn' });
    } catch (error) {
      showFailure(error, 'Not withdrawn');
    } finally {
      setBusy((now) => (now === change.id ? '' : now));
      // Closes only the dialog that started this request: another one may have been opened since.
      setConfirming((now) => (now?.id === change.id ? null : now));
      void reloadProduct(id).catch(() => {});
    }
  }

  if (price_changes.length === 0) return null;
  return (
    <div className="grid gap-2">
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
              <Button
                tone="quiet"
                className="min-h-11 px-3 text-sm"
                onClick={() => setConfirming(change)}
              >
                Withdraw
              </Button>
            )}
          </li>
        ))}
      </ul>
      <ConfirmDialog
        open={confirming !== null}
        title="Withdraw the scheduled price?"
        keep="Keep it"
        verb="Withdraw"
        busy={busy !== '' && busy === confirming?.id && 'Withdrawing...'}
        onClose={() => setConfirming(null)}
        onConfirm={() => confirming && void withdraw(confirming)}
      >
        {confirming && (
          <p>
            {formatRupees(confirming.price)} does not begin on{' '}
            {formatDateTime(confirming.starts_at)}: the price stays as it is then, today{' '}
            {formatRupees(price)}. This cannot be undone, but the price can be scheduled again.
          </p>
        )}
      </ConfirmDialog>
    </div>
  );
}

const STATES: Record<PriceChange['state'], string> = {
  scheduled: 'is scheduled',
  active: 'is the price now',
  done: 'was the price',
  cancelled: 'was withdrawn',
  replaced: 'was replaced by another price',
};
