import { useState } from 'react';
import * as z from 'zod/mini';
import { AdminForm } from '#app/admin/admin-form.tsx';
import { callAdmin } from '#app/admin/call-admin.ts';
import { useFormDraft } from '#app/admin/draft/use-form-draft.ts';
import { orderChanged } from '#app/admin/orders/order-queries.ts';
import { useIdempotencyKey } from '#app/admin/orders/use-idempotency-key.ts';
import { typedRupees } from '#app/admin/read-rupees.ts';
import { useRecentFactor } from '#app/admin/recent-factor.tsx';
import { showSnackbar } from '#app/admin/snackbar/snackbar-store.ts';
import { useWrite } from '#app/admin/use-write.ts';
import { Field, SelectField } from '#app/ui/field.tsx';
import type { OrderDetail } from '#contract/admin/order-views.ts';
import { MANUAL_WAYS, STAFF_REFUND_REASONS } from '#contract/admin/refunds.ts';
import { formatDateTime } from '#domain/day.ts';
import { codeInWords, isSuspicion, isUndecided } from '#domain/dispute.ts';
import { formatRupees } from '#domain/money.ts';
import {
  proposedAmount,
  REFUND_REASON_OPTIONS,
  readRefundAmount,
  suggestedReason,
  WAY_OPTIONS,
} from './refund-facts.ts';

type RefundFormProps = { order: OrderDetail; refundable: number; onDone: () => void };

/** Refunds an online payment. `proposedAmount` is its first amount. */
export function RefundForm({ order, refundable, onDone }: RefundFormProps) {
  const [typed, setTyped] = useState(proposedAmount(order, refundable));
  const [reason, setReason] = useState(suggestedReason(order));
  // The version when the form was opened: if the response to a refund was lost, a second refund with another amount is
  // refused.
  const [version] = useState(order.version);
  const keyOf = useIdempotencyKey();
  const { withRecentFactor, step } = useRecentFactor(true);
  const { write, busy, failure, fields, refuse } = useWrite();
  const amount = readRefundAmount(typed, refundable);

  function refund() {
    if (typeof amount === 'string') return refuse('', { amount });
    return write(async () => {
      const changed = await withRecentFactor(() =>
        callAdmin('POST /admin/orders/{id}/refunds', {
          params: { id: order.id },
          body: { version, amount, reason },
          idempotencyKey: keyOf({ amount, reason }),
        }),
      );
      orderChanged(changed);
      showSnackbar({ text: `${formatRupees(amount)} of ${order.order_number} is being refunded` });
      onDone();
    });
  }

  if (step) return step;
  return (
    <AdminForm
      inDialog
      onSubmit={refund}
      busy={busy}
      failure={failure}
      submit={<>Refund {typeof amount === 'number' && formatRupees(amount)}</>}
      submitting="Refunding..."
    >
      <p>
        {formatRupees(refundable)} can be refunded. The money goes the way it came, and the customer
        gets an email. A refund cannot be undone.
      </p>
      <DisputeWarning disputes={order.disputes} />
      <AmountField
        value={typed}
        error={fields.amount}
        onChange={(event) => setTyped(event.target.value)}
      />
      <SelectField
        label="Reason"
        value={reason}
        onChange={({ target }) => setReason((now) => knownReason(target.value) ?? now)}
        options={REFUND_REASON_OPTIONS}
      />
    </AdminForm>
  );
}

const text = z.string();
const Typed = z.object({ typed: text, way: text, reference: text, reason: text });

/** Records a refund that staff paid by hand, once. The draft is kept until it is recorded. */
export function ManualRefundForm({ order, refundable, onDone }: RefundFormProps) {
  const inCash = order.payment_method === 'cod';
  const draft = useFormDraft(`manual-refund:${order.id}`, Typed, {
    // Of an online payment all that its failed refund owes.
    typed: inCash ? proposedAmount(order, refundable) : typedRupees(refundable),
    way: 'upi',
    reference: '',
    reason: suggestedReason(order),
  });
  const { typed, way, reference, reason } = draft.form;
  const [version] = useState(order.version);
  const { withRecentFactor, step } = useRecentFactor(true);
  const { write, busy, failure, fields, refuse } = useWrite();
  const amount = readRefundAmount(typed, refundable);

  function record() {
    const missing = reference.trim() === '';
    if (typeof amount === 'string' || missing)
      return refuse('', {
        amount: typeof amount === 'string' ? amount : undefined,
        reference: missing ? 'Enter the reference of the transfer' : undefined,
      });
    return write(async () => {
      const changed = await withRecentFactor(() =>
        callAdmin('POST /admin/orders/{id}/manual-refunds', {
          params: { id: order.id },
          body: {
            version,
            amount,
            way: MANUAL_WAYS.find((each) => each === way) ?? 'upi',
            reference,
            reason: knownReason(reason) ?? 'goodwill',
          },
          idempotencyKey: draft.keep(),
        }),
      );
      orderChanged(changed);
      draft.forget();
      showSnackbar({
        text: `Refund of ${formatRupees(amount)} for ${order.order_number} recorded`,
      });
      onDone();
    });
  }

  if (step) return step;
  return (
    <AdminForm
      inDialog
      draft={draft}
      onSubmit={record}
      busy={busy}
      failure={failure}
      submit={<>Record {typeof amount === 'number' && formatRupees(amount)}</>}
    >
      <p>
        {inCash
          ? 'The courier collected cash, so send the money yourself, then record it here.'
          : 'A refund through Razorpay has failed. If it fails again, and Razorpay’s dashboard does not show it as made, send the money yourself, then record it here.'}{' '}
        The customer gets an email.
      </p>
      <AmountField {...draft.field('typed')} error={fields.amount} />
      <SelectField {...draft.field('way')} label="Sent by" options={WAY_OPTIONS} />
      <Field
        {...draft.field('reference')}
        label="Reference"
        hint="UTR, UPI transaction id, or who took the cash"
        maxLength={100}
        autoComplete="off"
        error={fields.reference}
      />
      <SelectField {...draft.field('reason')} label="Reason" options={REFUND_REASON_OPTIONS} />
    </AdminForm>
  );
}

type AmountFieldProps = {
  value: string;
  error: string | undefined;
  onChange: (event: { target: { value: string } }) => void;
};

/** The first field of its dialog, which focuses it: its text is selected then, to be typed over. */
function AmountField(props: AmountFieldProps) {
  return (
    <Field
      {...props}
      label="Amount in rupees"
      inputMode="decimal"
      autoComplete="off"
      onFocus={({ target }) => target.select()}
    />
  );
}

const knownReason = (typed: string) => STAFF_REFUND_REASONS.find((each) => each === typed);

/**
 * What the customer's bank may still take back, and that a refund would return it twice. Nothing without a dispute, and
 * for the suspicion of a fraud, which a refund ends.
 */
export function DisputeWarning({ disputes }: Pick<OrderDetail, 'disputes'>) {
  const undecided = disputes.filter((each) => isUndecided(each.status) && !isSuspicion(each));
  return (
    <>
      {undecided.map(({ id, amount, reason, status, respond_by }) => (
        <p key={id} role="note" className="text-sm font-medium text-danger">
          {[
            `The customer’s bank disputes ${formatRupees(amount)} of this payment (${codeInWords(reason)}).`,
            status === 'open' && respond_by !== null
              ? `Answer in the Razorpay dashboard before ${formatDateTime(respond_by)}.`
              : 'The bank is reading your answer.',
            'If you refund now and lose the dispute, the customer gets the money twice.',
          ].join(' ')}
        </p>
      ))}
    </>
  );
}
