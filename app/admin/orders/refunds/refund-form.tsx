import { useState } from 'react';
import { callAdmin } from '#app/admin/call-admin.ts';
import { focusInvalid } from '#app/admin/focus-invalid.ts';
import { FormFields } from '#app/admin/form-fields.tsx';
import { orderChanged } from '#app/admin/orders/order-queries.ts';
import { useIdempotencyKey } from '#app/admin/orders/use-idempotency-key.ts';
import { useInitialFocus } from '#app/admin/orders/use-initial-focus.ts';
import { showSnackbar } from '#app/admin/snackbar/snackbar-store.ts';
import { useRecentFactor } from '#app/admin/staff/use-recent-factor.tsx';
import { messageOf } from '#app/shell/api/api-error.ts';
import { Button } from '#app/ui/button.tsx';
import { Field, SelectField } from '#app/ui/field.tsx';
import { InlineAlert } from '#app/ui/inline-alert.tsx';
import type { OrderDetail } from '#contract/admin/order-views.ts';
import { STAFF_REFUND_REASONS } from '#contract/admin/refunds.ts';
import { formatRupees } from '#domain/money.ts';
import { DisputeWarning } from './dispute-warning.tsx';
import { proposedAmount, readRefundAmount } from './refund-amount.ts';
import { REFUND_REASON_OPTIONS, suggestedReason } from './refund-reasons.ts';

type RefundFormProps = { order: OrderDetail; refundable: number; onDone: () => void };

/** Refunds an online payment. `proposedAmount` is its first amount. */
export function RefundForm({ order, refundable, onDone }: RefundFormProps) {
  const [typed, setTyped] = useState(proposedAmount(order, refundable));
  const [reason, setReason] = useState(suggestedReason(order));
  const [wrong, setWrong] = useState('');
  const [failure, setFailure] = useState('');
  const [sending, setSending] = useState(false);
  // The version when the form was opened: if the response to a refund was lost, a second refund with another amount is
  // refused.
  const [version] = useState(order.version);
  const keyOf = useIdempotencyKey();
  const { withRecentFactor, step } = useRecentFactor(true);
  const input = useInitialFocus();
  const amount = readRefundAmount(typed, refundable);

  async function refund() {
    setWrong(typeof amount === 'string' ? amount : '');
    setFailure('');
    if (typeof amount === 'string') return;
    const known = STAFF_REFUND_REASONS.find((each) => each === reason) ?? 'goodwill';
    setSending(true);
    try {
      const changed = await withRecentFactor(() =>
        callAdmin('POST /admin/orders/{id}/refunds', {
          params: { id: order.id },
          body: { version, amount, reason: known },
          idempotencyKey: keyOf({ amount, reason: known }),
        }),
      );
      orderChanged(changed);
      showSnackbar({
        text: `${formatRupees(amount)} of ${order.order_number} is being refunded`,
      });
      onDone();
    } catch (error) {
      setFailure(messageOf(error));
    } finally {
      setSending(false);
    }
  }

  if (step) return step;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void refund();
        focusInvalid(event.currentTarget);
      }}
      className="grid gap-5"
    >
      <p>
        {formatRupees(refundable)} can be refunded. The money goes the way it came, and the customer
        gets an email. A refund cannot be undone.
      </p>
      <DisputeWarning disputes={order.disputes} />
      <FormFields saving={sending}>
        <Field
          ref={input}
          label="Amount in rupees"
          inputMode="decimal"
          autoComplete="off"
          value={typed}
          error={wrong}
          onChange={(event) => setTyped(event.target.value)}
        />
        <SelectField
          label="Reason"
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          options={REFUND_REASON_OPTIONS}
        />
      </FormFields>
      {failure && <InlineAlert>{failure}</InlineAlert>}
      <div className="dialog-actions">
        <Button type="submit" busy={sending && 'Refunding...'}>
          Refund {typeof amount === 'number' && formatRupees(amount)}
        </Button>
      </div>
    </form>
  );
}
