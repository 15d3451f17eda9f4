import { type ReactNode, useState } from 'react';
import { CompactButton } from '#app/admin/compact-button.tsx';
import { age } from '#app/admin/orders/list/age.ts';
import { showFailure } from '#app/admin/show-failure.ts';
import { showSnackbar } from '#app/admin/snackbar/snackbar-store.ts';
import { useWrite } from '#app/admin/use-write.ts';
import { Badge } from '#app/ui/badge.tsx';
import { InlineAlert } from '#app/ui/inline-alert.tsx';
import { Link } from '#app/ui/link.js';
import type { CashChange, OpenCash } from '#contract/admin/cash.ts';
import { formatDateTime } from '#domain/day.ts';
import { formatPaise, toPaise } from '#domain/money.ts';
import { changeCash } from './cash-queries.ts';
import { SettleDialog } from './settle-dialog.tsx';

/** An order whose cash is due, short or disputed, with the actions by hand. */
export function OpenCashRow({ order }: { order: OpenCash }) {
  const { write, busy, failure } = useWrite();
  const [settling, setSettling] = useState(false);
  const { order_id, order_number, state, amount, remitted_amount } = order;
  const open = toPaise(amount) - toPaise(remitted_amount ?? 0);
  const overpaid = open < 0;

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

  const run = (action: 'dispute' | 'reopen', text: string) =>
    write(async () => {
      await changeCash(order_id, { action });
      showSnackbar({ text: `${order_number}: ${text}`, undo: () => takeBack(action) });
    });

  return (
    <CashRow
      order={order}
      about={[order.courier, order.tracking_number, `collected ${age(order.collected_at)}`]}
      sum={Math.max(0, open)}
      received={remitted_amount !== null}
      failure={failure}
    >
      {state !== 'due' || order.overdue ? <StateBadge order={order} /> : null}
      <div className="flex gap-1 max-sm:-ml-3.5 max-sm:w-full">
        <CompactButton
          aria-label={`Settle ${order_number} by hand`}
          onClick={() => setSettling(true)}
        >
          Settle
        </CompactButton>
        <SettleDialog
          order={order}
          open={settling}
          onClose={() => setSettling(false)}
          onUndo={() => takeBack('settle')}
        />
        {!overpaid && (
          <CompactButton
            aria-label={
              state === 'disputed'
                ? `End the dispute about ${order_number}`
                : `Dispute ${order_number}`
            }
            busy={busy && 'Saving...'}
            onClick={() =>
              void (state === 'disputed'
                ? run('reopen', 'no longer disputed')
                : run('dispute', 'disputed'))
            }
          >
            {state === 'disputed' ? 'End dispute' : 'Dispute'}
          </CompactButton>
        )}
      </div>
    </CashRow>
  );
}

/** An order that was settled by hand, with the reason. Reopening it makes its cash due again. */
export function SettledCashRow({ order }: { order: OpenCash }) {
  const { write, busy, failure } = useWrite();
  const { order_id, order_number, courier, amount, remitted_amount, settled } = order;
  // Without a remittance the whole sum was settled.
  const short = Math.abs(toPaise(amount) - toPaise(remitted_amount ?? 0));
  const reopen = () =>
    write(async () => {
      await changeCash(order_id, { action: 'reopen' });
      showSnackbar({ text: `${order_number}: expected again` });
    });
  return (
    <CashRow
      order={order}
      reason={settled?.reason ?? 'No reason was given'}
      about={[courier, settled && formatDateTime(settled.at), settled?.staff]}
      sum={short || toPaise(amount)}
      received={short > 0}
      failure={failure}
    >
      <div className="max-sm:-ml-3.5 max-sm:w-full">
        <CompactButton
          busy={busy && 'Reopening...'}
          aria-label={`Reopen the cash of ${order_number}`}
          onClick={() => void reopen()}
        >
          Reopen
        </CompactButton>
      </div>
    </CashRow>
  );
}

type CashRowProps = {
  order: OpenCash;
  reason?: string;
  about: (string | null | undefined)[];
  /** In paise. */
  sum: number;
  /** Whether to say how much was received. */
  received: boolean;
  failure: string;
  children: ReactNode;
};

function CashRow({ order, reason, about, sum, received, failure, children }: CashRowProps) {
  const { order_id, order_number, amount, remitted_amount } = order;
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
        {reason && <span className="block wrap-anywhere">{reason}</span>}
        <span className="block text-sm wrap-anywhere text-muted">
          {about.filter(Boolean).join(', ')}
        </span>
      </p>
      <p className="sm:text-right tabular-nums">
        <span className="font-semibold text-foreground">{formatPaise(sum)}</span>
        {received && (
          <span className="block text-sm text-muted">
            {formatPaise(toPaise(remitted_amount ?? 0))} of {formatPaise(toPaise(amount))} received
          </span>
        )}
      </p>
      {children}
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
