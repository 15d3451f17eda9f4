import { useState } from 'react';
import { COMPACT_BUTTON } from '#app/admin/compact-button.ts';
import { age } from '#app/admin/orders/list/age.ts';
import { showFailure } from '#app/admin/show-failure.ts';
import { showSnackbar } from '#app/admin/snackbar/snackbar-store.ts';
import { messageOf } from '#app/shell/api/api-error.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { InlineAlert } from '#app/ui/inline-alert.tsx';
import { Link } from '#app/ui/link.js';
import type { CashChange, OpenCash } from '#contract/admin/cash.ts';
import { formatPaise, formatRupees, toPaise } from '#domain/money.ts';
import { changeCash } from './change-cash.ts';
import { SettleDialog } from './settle-dialog.tsx';

/** An order whose cash is due, short or disputed, with the actions by hand. */
export function OpenCashRow({ order }: { order: OpenCash }) {
  const [failure, setFailure] = useState('');
  const [busy, setBusy] = useState(false);
  const [settling, setSettling] = useState(false);
  const { order_id, order_number, state, amount, remitted_amount } = order;
  const overpaid = toPaise(remitted_amount ?? 0) > toPaise(amount);
  const owed = formatPaise(Math.max(0, toPaise(amount) - toPaise(remitted_amount ?? 0)));

  const dispute = () => changeCash(order_id, { action: 'dispute' });

  async function takeBack(action: CashChange['action']) {
    if (action === 'reopen') return dispute();
    await changeCash(order_id, { action: 'reopen' });
    // Reopening restores a dispute about an overpaid order. Any other dispute needs a second request, which can fail alone.
    if (state !== 'disputed' || overpaid) return;
    await dispute().catch((error) =>
      showFailure(
        error,
        `${order_number} is expected again, but no longer disputed`,
        `${order_number} is expected again. No reply from the server: it may also be disputed`,
      ),
    );
  }

  async function run(action: 'dispute' | 'reopen', text: string) {
    if (busy) return;
    setBusy(true);
    setFailure('');
    try {
      await changeCash(order_id, { action });
      showSnackbar({ text: `${order_number}: ${text}`, undo: () => takeBack(action) });
    } catch (error) {
      setFailure(messageOf(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-border px-4 py-2.5 last:border-0">
      <p className="min-w-48 flex-1">
        <Link
          translate="no"
          to={`/admin/orders/${order_id}`}
          className="font-medium text-primary underline underline-offset-4"
        >
          {order_number}
        </Link>
        <span className="block text-sm wrap-anywhere text-muted">
          {[order.courier, order.tracking_number, `collected ${age(order.collected_at)}`]
            .filter(Boolean)
            .join(', ')}
        </span>
      </p>
      <p className="sm:text-right tabular-nums">
        <span className="font-semibold text-foreground">{owed}</span>
        {remitted_amount !== null && (
          <span className="block text-sm text-muted">
            {formatRupees(remitted_amount)} of {formatRupees(amount)} received
          </span>
        )}
      </p>
      {state !== 'due' || order.overdue ? <StateBadge order={order} /> : null}
      <div className="flex gap-1 max-sm:-ml-3.5 max-sm:w-full">
        <Button
          tone="quiet"
          className={COMPACT_BUTTON}
          aria-label={`Settle ${order_number} by hand`}
          onClick={() => setSettling(true)}
        >
          Settle
        </Button>
        <SettleDialog
          order={order}
          open={settling}
          onClose={() => setSettling(false)}
          onUndo={() => takeBack('settle')}
        />
        {overpaid ? null : state === 'disputed' ? (
          <Button
            tone="quiet"
            className={COMPACT_BUTTON}
            aria-label={`End the dispute about ${order_number}`}
            busy={busy && 'Saving...'}
            onClick={() => void run('reopen', 'no longer disputed')}
          >
            End dispute
          </Button>
        ) : (
          <Button
            tone="quiet"
            className={COMPACT_BUTTON}
            aria-label={`Dispute ${order_number}`}
            busy={busy && 'Saving...'}
            onClick={() => void run('dispute', 'disputed')}
          >
            Dispute
          </Button>
        )}
      </div>
      {failure && (
        <div className="w-full">
          <InlineAlert>{failure}</InlineAlert>
        </div>
      )}
    </li>
  );
}

function StateBadge({ order: { state } }: { order: OpenCash }) {
  if (state === 'due') return <Badge tone="red">Overdue</Badge>;
  if (state === 'short') return <Badge tone="yellow">Short</Badge>;
  return <Badge tone="purple">Disputed</Badge>;
}
