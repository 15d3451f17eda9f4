import { ConfirmButton, compact } from '#app/admin/buttons.tsx';
import { showSnackbar } from '#app/admin/snackbar/snackbar-store.ts';
import type { Remittance } from '#contract/admin/cash.ts';
import { formatDateTime } from '#domain/day.ts';
import { formatRupees } from '#domain/money.ts';
import { undoRemittance } from './cash-queries.ts';

/** A posting. A wrong one is undone by a reversal; nothing is deleted. */
export function RemittanceRow({ remittance }: { remittance: Remittance }) {
  const { id, courier, reference, amount, posted_at, staff, reversal, undone_at } = remittance;
  const orders = `${remittance.orders} ${remittance.orders === 1 ? 'order' : 'orders'}`;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-border px-4 py-2.5 last:border-0">
      <p className="min-w-48 flex-1">
        <span className="font-medium wrap-anywhere text-foreground">
          {reversal ? `Undone: ${reference}` : reference}
        </span>
        <span className="block text-sm text-muted">
          {courier}, {orders}, {formatDateTime(posted_at)}
          {staff && `, ${staff}`}
        </span>
      </p>
      <p
        className={
          undone_at ? 'text-muted line-through' : 'font-semibold text-foreground tabular-nums'
        }
      >
        {formatRupees(amount)}
      </p>
      {!reversal && !undone_at && (
        <ConfirmButton
          title="Undo this posting?"
          keep="Keep it"
          verb="Undo"
          busy="Undoing..."
          work={async () => {
            await undoRemittance(id);
            showSnackbar({ text: `${reference} undone` });
          }}
          failed="Not undone"
          button={compact('Undo', `Undo ${reference}`, 'max-sm:-ml-3.5')}
        >
          <p className="wrap-anywhere">
            {formatRupees(amount)} of {reference} counts as not paid, and {courier} owes it again
            for {orders}. The posting stays here, with its reversal. This cannot be undone, but the
            list can be posted again.
          </p>
        </ConfirmButton>
      )}
    </li>
  );
}
