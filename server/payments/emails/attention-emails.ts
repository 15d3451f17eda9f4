import { formatDateTime } from '#domain/day.ts';
import {
  codeInWords,
  DISPUTE_STATUS_TEXTS,
  type DisputeStatus,
  isSuspicion,
} from '#domain/dispute.ts';
import { formatPaise } from '#domain/money.ts';
import type { Block, EmailContent } from '#server/email/template/content.ts';
import type { Dispute } from '#server/payments/disputes/record-dispute.ts';

const TO_ITSELF = 'The shop sends this to itself.';

/** To the shop: a refund that a person must look into. */
export function paymentNeedsAttention(
  refund: { refund_id: string; payment_id: string; order_number: string },
  to: string,
): EmailContent {
  const { refund_id, payment_id, order_number } = refund;
  return {
    idempotencyKey: `payment-attention:${refund_id}`,
    to,
    subject: `A refund needs attention: ${payment_id}`,
    preview: `The payment for #${order_number} is not refunded.`,
    heading: 'A refund needs your attention',
    blocks: [
      `The payment ${payment_id} for #${order_number} should have been refunded, but the gateway refused, or has not answered for more than a day. Look in its dashboard what has been refunded before you refund it again.`,
      {
        kind: 'facts',
        facts: [
          { name: 'Payment', value: payment_id, strong: true },
          { name: 'Order number', value: order_number },
        ],
      },
      openDashboard(`payments/${encodeURIComponent(payment_id)}`),
    ],
    reason: TO_ITSELF,
  };
}

/** To the shop: the outcome of a payment is unknown, and its stock was released. */
export function paymentUnanswered(
  payment: { intent_id: string; gateway_order_id: string | null; order_number: string },
  to: string,
): EmailContent {
  const { intent_id, gateway_order_id, order_number } = payment;
  return {
    idempotencyKey: `payment-unanswered:${intent_id}`,
    to,
    subject: `A payment needs attention: #${order_number}`,
    preview: 'The gateway could not tell in ten days whether it was paid.',
    heading: 'A payment needs your attention',
    blocks: [
      `We could not find out whether #${order_number} was paid while its stock was reserved: the gateway does not answer about it, does not let us capture the money, or its key is no longer in the settings. The stock is on sale again. If it was paid, please refund it by hand.`,
      {
        kind: 'facts',
        facts: [
          { name: 'Order at the gateway', value: gateway_order_id ?? 'none', strong: true },
          { name: 'Order number', value: order_number },
        ],
      },
      openDashboard(`orders/${encodeURIComponent(gateway_order_id ?? '')}`),
    ],
    reason: TO_ITSELF,
  };
}

const TEXTS: Record<DisputeStatus, string> = {
  open: 'A customer’s bank disputes this payment. Answer in the gateway’s dashboard before the date below, with proof of the delivery, or accept it there. Without an answer the dispute is lost. Do not refund the payment meanwhile: if the dispute is lost, the customer would get the money twice.',
  under_review: 'The bank reads your answer.',
  won: 'The bank has decided for you: the payment stays yours.',
  lost: 'The bank has decided for the customer. The gateway takes the amount from your balance; do not refund it again.',
  closed:
    'The dispute is closed. Look in the gateway’s dashboard whether anything was taken from your balance.',
};

const SUSPICION =
  'A customer’s bank suspects a fraud in this payment. Give it details of the payment in the gateway’s dashboard before the date below, or refund the payment: either closes the dispute.';

/** To the shop: a payment is disputed, or the dispute has been decided. */
export function paymentDisputed(dispute: Dispute, to: string, publicUrl: string): EmailContent {
  const { id, order_id, order_number, status, amount, deducted, respond_by, changed_at } = dispute;
  const state = DISPUTE_STATUS_TEXTS[status];
  return {
    idempotencyKey: `dispute:${id}:${Date.parse(changed_at)}`,
    to,
    subject: `A payment is disputed: #${order_number}, ${state}`,
    preview: `${formatPaise(amount)} of the payment for #${order_number}.`,
    heading: status === 'open' ? 'A payment is disputed' : `The dispute is ${state}`,
    blocks: [
      status === 'open' && isSuspicion(dispute) ? SUSPICION : TEXTS[status],
      {
        kind: 'facts',
        facts: [
          { name: 'Disputed', value: formatPaise(amount), strong: true },
          ...(status === 'open' && respond_by !== null
            ? [{ name: 'Answer before', value: formatDateTime(respond_by), strong: true }]
            : []),
          ...(deducted > 0 ? [{ name: 'Taken back', value: formatPaise(deducted) }] : []),
          { name: 'Reason', value: codeInWords(dispute.reason) },
          { name: 'Phase', value: codeInWords(dispute.phase) },
          { name: 'Order number', value: order_number },
          { name: 'Payment', value: dispute.payment_id },
        ],
      },
      order_id === null
        ? openDashboard('disputes')
        : { kind: 'action', label: 'Open the order', url: `${publicUrl}/admin/orders/${order_id}` },
    ],
    reason: TO_ITSELF,
  };
}

/** `path` of the gateway's own pages. */
function openDashboard(path: string): Block {
  return {
    kind: 'action',
    label: 'Open the Razorpay dashboard',
    url: `https://dashboard.razorpay.com/app/${path}`,
  };
}
