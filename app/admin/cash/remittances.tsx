import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callAdmin } from '#app/admin/call-admin.ts';
import { COMPACT_BUTTON } from '#app/admin/compact-button.ts';
import { ConfirmDialog } from '#app/admin/confirm-dialog.tsx';
import { showFailure } from '#app/admin/show-failure.ts';
import { showSnackbar } from '#app/admin/snackbar/snackbar-store.ts';
import { LoadError } from '#app/shell/api/load-error.tsx';
import { Button } from '#app/ui/button.tsx';
import type { Remittance } from '#contract/admin/cash.ts';
import { formatDateTime } from '#domain/day.ts';
import { formatRupees } from '#domain/money.ts';
import { cashChanged, remittancesQuery } from './cash-queries.ts';

/** The postings, newest first. A wrong one is undone by a reversal; nothing is deleted. */
export function Remittances() {
  const list = useInfiniteQuery(remittancesQuery);
  const remittances = list.data?.pages.flatMap((page) => page.remittances) ?? [];
  if (list.isError && !list.data) {
    return <LoadError error={list.error} retrying={list.isFetching} onRetry={list.refetch} />;
  }
  if (remittances.length === 0) return null;
  return (
    <section aria-labelledby="posted" className="grid gap-3">
      <h2 id="posted" className="text-lg">
        Posted
      </h2>
      <ul className="overflow-clip rounded-lg border border-border bg-surface shadow-soft">
        {remittances.map((each) => (
          <RemittanceRow key={each.id} remittance={each} />
        ))}
      </ul>
      {list.hasNextPage && (
        <Button
          tone="secondary"
          className="justify-self-center"
          busy={list.isFetchingNextPage && 'Loading...'}
          onClick={() => void list.fetchNextPage()}
        >
          Show more
        </Button>
      )}
    </section>
  );
}

function RemittanceRow({ remittance }: { remittance: Remittance }) {
  const [asking, setAsking] = useState(false);
  const [undoing, setUndoing] = useState(false);
  const { id, courier, reference, amount, orders, posted_at, staff, reversal, undone_at } =
    remittance;

  async function undo() {
    setUndoing(true);
    try {
      await callAdmin('POST /admin/cash/remittances/{id}/undo', { params: { id } });
      showSnackbar({ text: `${reference} undone` });
    } catch (error) {
      showFailure(error, 'Not undone');
    } finally {
      cashChanged();
      setUndoing(false);
      setAsking(false);
    }
  }

  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-border px-4 py-2.5 last:border-0">
      <p className="min-w-48 flex-1">
        <span className="font-medium wrap-anywhere text-foreground">
          {reversal ? `Undone: ${reference}` : reference}
        </span>
        <span className="block text-sm text-muted">
          {courier}, {orders} {orders === 1 ? 'order' : 'orders'}, {formatDateTime(posted_at)}
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
        <Button
          tone="quiet"
          className={`${COMPACT_BUTTON} max-sm:-ml-3.5`}
          aria-label={`Undo ${reference}`}
          onClick={() => setAsking(true)}
        >
          Undo
        </Button>
      )}
      <ConfirmDialog
        open={asking}
        title="Undo this posting?"
        keep="Keep it"
        verb="Undo"
        busy={undoing && 'Undoing...'}
        onClose={() => setAsking(false)}
        onConfirm={() => void undo()}
      >
        <p className="wrap-anywhere">
          {formatRupees(amount)} of {reference} counts as not paid, and {courier} owes it again for{' '}
          {orders} {orders === 1 ? 'order' : 'orders'}. The posting stays here, with its reversal.
          This cannot be undone, but the list can be posted again.
        </p>
      </ConfirmDialog>
    </li>
  );
}
