import type { EmailContent } from '#server/email/template/content.ts';

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
      {
        kind: 'text',
        text: `The payment ${payment_id} for #${order_number} should have been refunded, but the gateway refused, or has not answered for more than a day. Look in its dashboard what has been refunded before you refund it again.`,
      },
      {
        kind: 'facts',
        facts: [
          { name: 'Payment', value: payment_id, strong: true },
          { name: 'Order number', value: order_number },
        ],
      },
      {
        kind: 'action',
        label: 'Open the Razorpay dashboard',
        url: `https://dashboard.razorpay.com/app/payments/${encodeURIComponent(payment_id)}`,
      },
    ],
    reason: 'The shop sends this to itself.',
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
      {
        kind: 'text',
        text: `We could not find out whether #${order_number} was paid while its stock was reserved: the gateway does not answer about it, does not let us capture the money, or its key is no longer in the settings. The stock is on sale again. If it was paid, please refund it by hand.`,
      },
      {
        kind: 'facts',
        facts: [
          { name: 'Order at the gateway', value: gateway_order_id ?? 'none', strong: true },
          { name: 'Order number', value: order_number },
        ],
      },
      {
        kind: 'action',
        label: 'Open the Razorpay dashboard',
        url: `https://dashboard.razorpay.com/app/orders/${encodeURIComponent(gateway_order_id ?? '')}`,
      },
    ],
    reason: 'The shop sends this to itself.',
  };
}
