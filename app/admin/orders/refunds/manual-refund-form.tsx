import { useState } from 'react';
import * as z from 'zod/mini';
import { callAdmin } from '#app/admin/call-admin.ts';
import { DraftNote } from '#app/admin/draft/draft-note.tsx';
import { useFormDraft } from '#app/admin/draft/use-form-draft.ts';
import { focusInvalid } from '#app/admin/focus-invalid.ts';
import { FormFields } from '#app/admin/form-fields.tsx';
import { orderChanged } from '#app/admin/orders/order-queries.ts';
import { useInitialFocus } from '#app/admin/orders/use-initial-focus.ts';
import { typedRupees } from '#app/admin/read-rupees.ts';
import { showSnackbar } from '#app/admin/snackbar/snackbar-store.ts';
import { useRecentFactor } from '#app/admin/staff/use-recent-factor.tsx';
import { messageOf } from '#app/shell/api/api-error.ts';
import { Button } from '#app/ui/button.tsx';
import { Field, SelectField } from '#app/ui/field.tsx';
import { InlineAlert } from '#app/ui/inline-alert.tsx';
import type { OrderDetail } from '#contract/admin/order-views.ts';
import { MANUAL_WAYS, STAFF_REFUND_REASONS } from '#contract/admin/refunds.ts';
import { formatRupees } from '#domain/money.ts';
import { proposedAmount, readRefundAmount } from './refund-amount.ts';
import { REFUND_REASON_OPTIONS, suggestedReason, WAYS } from './refund-reasons.ts';

const WAY_OPTIONS = Object.entries(WAYS).map(([value, label]) => ({ value, label }));

const text = z.string();
const Typed = z.object({ typed: text, way: text, reference: text, reason: text });

type ManualRefundFormProps = { order: OrderDetail; refundable: number; onDone: () => void };

/** Records a refund that staff paid by hand, once. The draft is kept until it is recorded. */
export function ManualRefundForm({ order, refundable, onDone }: ManualRefundFormProps) {
  const draft = useFormDraft(`manual-refund:${order.id}`, Typed, {
    // Of an online payment all that its failed refund owes.
    typed:
      order.payment_method === 'cod' ? proposedAmount(order, refundable) : typedRupees(refundable),
    way: 'upi',
    reference: '',
    reason: suggestedReason(order),
  });
  const { form, restored, change, keep, forget } = draft;
  const { typed, way, reference, reason } = form;
  const [errors, setErrors] = useState<{ amount?: string; reference?: string }>({});
  const [failure, setFailure] = useState('');
  const [sending, setSending] = useState(false);
  const [version] = useState(order.version);
  const { withRecentFactor, step } = useRecentFactor(true);
  const input = useInitialFocus();
  const amount = readRefundAmount(typed, refundable);

  async function record() {
    setFailure('');
    const missing = reference.trim() === '';
    setErrors({
      ...(typeof amount === 'string' && { amount }),
      ...(missing && { reference: 'Enter the reference of the transfer' }),
    });
    if (typeof amount === 'string' || missing) return;
    const refund = {
      amount,
      way: MANUAL_WAYS.find((each) => each === way) ?? 'upi',
      reference,
      reason: STAFF_REFUND_REASONS.find((each) => each === reason) ?? 'goodwill',
    };
    setSending(true);
    try {
      const changed = await withRecentFactor(() =>
        callAdmin('POST /admin/orders/{id}/manual-refunds', {
          params: { id: order.id },
          body: { version, ...refund },
          idempotencyKey: keep(),
        }),
      );
      orderChanged(changed);
      forget();
      showSnackbar({
        text: `Refund of ${formatRupees(amount)} for ${order.order_number} recorded`,
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
        void record();
        focusInvalid(event.currentTarget);
      }}
      className="grid gap-5"
    >
      <DraftNote restored={restored} onClear={forget} />
      <p>
        {order.payment_method === 'cod'
          ? 'The courier collected cash, so send the money yourself, then record it here.'
          : 'A refund through Razorpay has failed. If it fails again, and Razorpay’s dashboard does not show it as made, send the money yourself, then record it here.'}{' '}
        The customer gets an email.
      </p>
      <FormFields saving={sending}>
        <Field
          ref={input}
          label="Amount in rupees"
          inputMode="decimal"
          autoComplete="off"
          value={typed}
          error={errors.amount}
          onChange={(event) => change({ typed: event.target.value })}
        />
        <SelectField
          label="Sent by"
          value={way}
          onChange={(event) => change({ way: event.target.value })}
          options={WAY_OPTIONS}
        />
        <Field
          label="Reference"
          hint="UTR, UPI transaction id, or who took the cash"
          maxLength={100}
          autoComplete="off"
          value={reference}
          error={errors.reference}
          onChange={(event) => change({ reference: event.target.value })}
        />
        <SelectField
          label="Reason"
          value={reason}
          onChange={(event) => change({ reason: event.target.value })}
          options={REFUND_REASON_OPTIONS}
        />
      </FormFields>
      {failure && <InlineAlert>{failure}</InlineAlert>}
      <div className="dialog-actions">
        <Button type="submit" busy={sending && 'Saving...'}>
          Record {typeof amount === 'number' && formatRupees(amount)}
        </Button>
      </div>
    </form>
  );
}
