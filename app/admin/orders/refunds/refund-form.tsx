import { type ReactNode, useState } from 'react';
import * as z from 'zod/mini';
import { AdminForm } from '#app/admin/admin-form.tsx';
import { callAdmin } from '#app/admin/api.ts';
import { DialogButton } from '#app/admin/buttons.tsx';
import { useFormDraft } from '#app/admin/draft.ts';
import { orderChanged } from '#app/admin/orders/order-queries.ts';
import { typedRupees } from '#app/admin/read-rupees.ts';
import { useRecentFactor } from '#app/admin/recent-factor.tsx';
import { showSnackbar } from '#app/admin/snackbar/snackbar-store.ts';
import { useRole } from '#app/admin/staff/use-staff.ts';
import { useWrite } from '#app/admin/use-write.ts';
import type { ButtonTone } from '#app/ui/button.tsx';
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

type RefundFormProps = {
  order: OrderDetail;
  /** Rupees that can still be refunded. */
  refundable: number;
  /** Whether the money was sent by hand: cash always is, an online payment where its refund has failed. */
  byHand: boolean;
  onDone: () => void;
};

const text = z.string();
const Typed = z.object({ typed: text, way: text, reference: text, reason: text });

type RefundButtonProps = Omit<RefundFormProps, 'onDone'> & {
  tone?: ButtonTone;
  children: ReactNode;
};

/** A button with the dialog that refunds, or records a refund. */
export function RefundButton({ tone = 'primary', children, ...refund }: RefundButtonProps) {
  return (
    <DialogButton button={{ tone, children }} title={`Refund ${refund.order.order_number}`}>
      {(close) => <RefundForm {...refund} onDone={close} />}
    </DialogButton>
  );
}

/** Refunds an online payment through the gateway, or records a refund that staff paid by hand; once. */
function RefundForm({ order, refundable, byHand, onDone }: RefundFormProps) {
  const inCash = order.payment_method === 'cod';
  const draft = useFormDraft(`${byHand ? 'manual-refund' : 'refund'}:${order.id}`, Typed, {
    // Of an online payment all that its failed refund owes.
    typed: byHand && !inCash ? typedRupees(refundable) : proposedAmount(order, refundable),
    way: 'upi',
    reference: '',
    reason: suggestedReason(order),
  });
  const { typed, way, reference } = draft.form;
  // The version when the form was opened: if the response to a refund was lost, a second refund with another amount is
  // refused.
  const [version] = useState(order.version);
  const { withRecentFactor, step } = useRecentFactor(true);
  const { write, busy, failure, fields, refuse } = useWrite();
  const amount = readRefundAmount(typed, refundable);
  const sum = typeof amount === 'number' ? formatRupees(amount) : '';

  function send(amount: number) {
    const reason = STAFF_REFUND_REASONS.find((each) => each === draft.form.reason) ?? 'goodwill';
    const request = { params: { id: order.id }, idempotencyKey: draft.keep() };
    const body = { version, amount, reason };
    if (!byHand) return callAdmin('POST /admin/orders/{id}/refunds', { ...request, body });
    return callAdmin('POST /admin/orders/{id}/manual-refunds', {
      ...request,
      body: { ...body, way: MANUAL_WAYS.find((each) => each === way) ?? 'upi', reference },
    });
  }

  function submit() {
    const missing = byHand && reference.trim() === '';
    if (typeof amount === 'string' || missing)
      return refuse('', {
        amount: typeof amount === 'string' ? amount : undefined,
        reference: missing ? 'Enter the reference of the transfer' : undefined,
      });
    return write(async () => {
      orderChanged(await withRecentFactor(() => send(amount)));
      draft.forget();
      showSnackbar({
        text: byHand
          ? `Refund of ${sum} for ${order.order_number} recorded`
          : `${sum} of ${order.order_number} is being refunded`,
      });
      onDone();
    });
  }

  if (step) return step;
  return (
    <AdminForm
      inDialog
      draft={draft}
      onSubmit={submit}
      busy={busy}
      failure={failure}
      submit={`${byHand ? 'Record' : 'Refund'} ${sum}`}
      submitting={byHand ? 'Saving...' : 'Refunding...'}
    >
      <p>
        {!byHand
          ? `${formatRupees(refundable)} can be refunded. The money goes the way it came. A refund cannot be undone.`
          : inCash
            ? 'The courier collected cash, so send the money yourself, then record it here.'
            : 'A refund through Razorpay has failed. If it fails again, and Razorpay’s dashboard does not show it as made, send the money yourself, then record it here.'}{' '}
        The customer gets an email.
      </p>
      {!byHand && <DisputeWarning disputes={order.disputes} />}
      <Field
        {...draft.field('typed')}
        label="Amount in rupees"
        inputMode="decimal"
        error={fields.amount}
        // The first field of its dialog, which focuses it, to be typed over.
        onFocus={({ target }) => target.select()}
      />
      {byHand && (
        <>
          <SelectField {...draft.field('way')} label="Sent by" options={WAY_OPTIONS} />
          <Field
            {...draft.field('reference', fields)}
            label="Reference"
            hint="UTR, UPI transaction id, or who took the cash"
            maxLength={100}
          />
        </>
      )}
      <SelectField {...draft.field('reason')} label="Reason" options={REFUND_REASON_OPTIONS} />
    </AdminForm>
  );
}

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

/** Whether the user's role may refund this order. */
export function useMayRefund({ payment_method }: Pick<OrderDetail, 'payment_method'>): boolean {
  return useRole(...(payment_method === 'cod' ? COD_ROLES : ONLINE_ROLES));
}

const COD_ROLES = ['owner', 'accountant'] as const;
const ONLINE_ROLES = ['owner'] as const;

/** The refund that is due for returned pieces, as the next step. */
export function RefundDue({ order }: { order: OrderDetail }) {
  const mayRefund = useMayRefund(order);
  const { refund_due, refundable, payment_method } = order;
  if (!mayRefund || !refund_due || refundable === null) return null;
  const due = formatRupees(refund_due);
  return (
    <div className="grid justify-items-start gap-3">
      <p>Of what the customer sent back, {due} is still to be refunded.</p>
      <RefundButton order={order} refundable={refundable} byHand={payment_method === 'cod'}>
        Refund {due}
      </RefundButton>
    </div>
  );
}
