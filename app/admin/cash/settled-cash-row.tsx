import { useState } from 'react';
import { COMPACT_BUTTON } from '#app/admin/compact-button.ts';
import { showSnackbar } from '#app/admin/snackbar/snackbar-store.ts';
import { messageOf } from '#app/shell/api/api-error.ts';
import { Button } from '#app/ui/button.tsx';
import { InlineAlert } from '#app/ui/inline-alert.tsx';
import { Link } from '#app/ui/link.js';
import type { OpenCash } from '#contract/admin/cash.ts';
import { formatDateTime } from '#domain/day.ts';
import { formatPaise, toPaise } from '#domain/money.ts';
import { changeCash } from './change-cash.ts';

/** An order that was settled by hand, with the reason. Reopening it makes its cash due again. */
export function SettledCashRow({ order }: { order: OpenCash }) {
  const [failure, setFailure] = useState('');
  const [reopening, setReopening] = useState(false);
  const { order_id, order_number, courier, amount, remitted_amount, settled } = order;
  // Without a remittance the whole sum was settled.
  const short = Math.abs(toPaise(amount) - toPaise(remitted_amount ?? 0));

  async function reopen() {
    setFailure('');
    setReopening(true);
    try {
      await changeCash(order_id, { action: 'reopen' });
      showSnackbar({ text: `${order_number}: expected again` });
    } catch (error) {
      setFailure(messageOf(error));
    } finally {
      setReopening(false);
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
        <span className="block wrap-anywhere">{settled?.reason ?? 'No reason was given'}</span>
        <span className="block text-sm wrap-anywhere text-muted">
          {[courier, settled && formatDateTime(settled.at), settled?.staff]
            .filter(Boolean)
            .join(', ')}
        </span>
      </p>
      <p className="sm:text-right tabular-nums">
        <span className="font-semibold text-foreground">
          {formatPaise(short || toPaise(amount))}
        </span>
        {short > 0 && (
          <span className="block text-sm text-muted">
            {formatPaise(toPaise(remitted_amount ?? 0))} of {formatPaise(toPaise(amount))} received
          </span>
        )}
      </p>
      <div className="max-sm:-ml-3.5 max-sm:w-full">
        <Button
          tone="quiet"
          className={COMPACT_BUTTON}
          busy={reopening && 'Reopening...'}
          aria-label={`Reopen the cash of ${order_number}`}
          onClick={() => void reopen()}
        >
          Reopen
        </Button>
      </div>
      {failure && (
        <div className="w-full">
          <InlineAlert>{failure}</InlineAlert>
        </div>
      )}
    </li>
  );
}
