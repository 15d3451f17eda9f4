import type { ReactNode } from 'react';
import * as z from 'zod/mini';
import { AdminForm } from '#app/admin/admin-form.tsx';
import { compact, DialogButton, WriteButton } from '#app/admin/buttons.tsx';
import { useFormDraft } from '#app/admin/draft.ts';
import { age } from '#app/admin/orders/list/age.ts';
import { showSnackbar } from '#app/admin/snackbar/snackbar-store.ts';
import { useWrite } from '#app/admin/use-write.ts';
import { Badge } from '#app/ui/badge.tsx';
import { TextArea } from '#app/ui/field.tsx';
import { Link } from '#app/ui/link.js';
import type { OpenCash } from '#contract/admin/cash.ts';
import { formatDateTime } from '#domain/day.ts';
import { formatPaise, toPaise } from '#domain/money.ts';
import { changeCash } from './cash-queries.ts';

/** An order whose cash is due, short or disputed, with the actions by hand. */
export function OpenCashRow({ order }: { order: OpenCash }) {
  const { order_id, order_number, state, remitted_amount } = order;
  const open = openPaise(order);
  const disputed = state === 'disputed';
  async function toggleDispute() {
    await changeCash(order_id, { action: disputed ? 'reopen' : 'dispute' });
    showSnackbar({ text: `${order_number}: ${disputed ? 'no longer disputed' : 'disputed'}` });
  }
  return (
    <CashRow
      order={order}
      about={[order.courier, order.tracking_number, `collected ${age(order.collected_at)}`]}
      sum={Math.max(0, open)}
      received={remitted_amount !== null}
    >
      {state === 'due' && order.overdue && <Badge tone="red">Overdue</Badge>}
      {state === 'short' && <Badge tone="yellow">Short</Badge>}
      {disputed && <Badge tone="purple">Disputed</Badge>}
      <DialogButton
        button={compact('Settle', `Settle ${order_number} by hand`)}
        title={`Settle ${order_number}`}
      >
        {(close) => <SettleForm order={order} onClose={close} />}
      </DialogButton>
      {/* What was paid too much is disputed until it is settled. */}
      {open >= 0 && (
        <WriteButton
          {...(disputed
            ? compact('End dispute', `End the dispute about ${order_number}`)
            : compact('Dispute', `Dispute ${order_number}`))}
          work={toggleDispute}
          failed={order_number}
        />
      )}
    </CashRow>
  );
}

const openPaise = ({ amount, remitted_amount }: OpenCash) =>
  toPaise(amount) - toPaise(remitted_amount ?? 0);

const Typed = z.object({ reason: z.string() });

/** Shows the sum that the courier will no longer owe and asks for a reason, which the audit log keeps. */
function SettleForm({ order, onClose }: { order: OpenCash; onClose: () => void }) {
  const { order_id, order_number } = order;
  const courier = order.courier ?? 'the courier';
  const draft = useFormDraft(`settle:${order_id}`, Typed, { reason: '' });
  const { write, busy, failure, refuse } = useWrite();
  const sum = formatPaise(Math.abs(openPaise(order)));
  function settle() {
    if (draft.form.reason.trim() === '') return refuse('Say why');
    return write(async () => {
      await changeCash(order_id, { action: 'settle', note: draft.form.reason });
      draft.forget();
      showSnackbar({ text: `${order_number}: ${sum} settled by hand` });
      onClose();
    });
  }
  return (
    <AdminForm
      inDialog
      draft={draft}
      onSubmit={settle}
      busy={busy}
      submit={`Settle ${sum}`}
      cancel={{ label: 'Back', onClick: onClose }}
    >
      <p>
        {openPaise(order) < 0
          ? `${sum} was paid too much. The order will be marked as settled.`
          : `${sum} will no longer be expected from ${courier}: it came another way, or is given up.`}{' '}
        You can reopen it under “Settled by hand”.
      </p>
      <TextArea
        {...draft.field('reason')}
        label="Why"
        hint="Such as “Paid by UPI, UTR 123” or “Written off, parcel fee”"
        rows={2}
        maxLength={500}
        error={failure}
      />
    </AdminForm>
  );
}

/** An order that was settled by hand, with the reason. Reopening it makes its cash due again. */
export function SettledCashRow({ order }: { order: OpenCash }) {
  const { order_id, order_number, courier, amount, settled } = order;
  // Without a remittance the whole sum was settled.
  const short = Math.abs(openPaise(order));
  async function reopen() {
    await changeCash(order_id, { action: 'reopen' });
    showSnackbar({ text: `${order_number}: expected again` });
  }
  return (
    <CashRow
      order={order}
      reason={settled?.reason ?? 'No reason was given'}
      about={[courier, settled && formatDateTime(settled.at), settled?.staff]}
      sum={short || toPaise(amount)}
      received={short > 0}
    >
      <WriteButton
        {...compact('Reopen', `Reopen the cash of ${order_number}`)}
        working="Reopening..."
        work={reopen}
        failed={order_number}
      />
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
  children: ReactNode;
};

function CashRow({ order, reason, about, sum, received, children }: CashRowProps) {
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
      <div className="flex items-center gap-1 max-sm:w-full max-sm:has-[>button:first-child]:-ml-3.5">
        {children}
      </div>
    </li>
  );
}
