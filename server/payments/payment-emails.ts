import type { Order } from '#contract/orders.ts';
import { formatPaise, type Paise, toPaise } from '#domain/money.ts';
import type { RefundReason } from '#domain/payment.ts';
import { orderUrl } from '#server/email/order-url.ts';
import type { EmailContent } from '#server/email/template/content.ts';
import { testModeNotice } from '#server/email/test-mode-notice.ts';

const PAID = 'You get this mail because you paid us online.';

/** The shopper's receipt; for a test payment it says that no money moved. */
export function paymentReceived(order: Order, to: string, publicUrl: string): EmailContent {
  const { id, order_number, payment_id } = order;
  const amount = formatPaise(toPaise(order.total_amount));
  const play = testModeNotice(order, false);
  return {
    idempotencyKey: `payment-received:${id}`,
    to,
    ...(play
      ? {
          subject: `Play money received for order #${order_number}`,
          preview: play,
          heading: 'Your play money has arrived',
        }
      : {
          subject: `Payment received for order #${order_number}`,
          preview: `We have received ${amount}. Thank you!`,
          heading: 'Your payment has arrived',
        }),
    blocks: [
      {
        kind: 'text',
        text: play
          ? `${play} Order #${order_number} was paid with ${amount} of play money.`
          : `We have received your payment of ${amount} for order #${order_number}.`,
      },
      {
        kind: 'facts',
        facts: [
          { name: play ? 'Play money' : 'Paid', value: amount, strong: true },
          { name: 'Order', value: `#${order_number}` },
          ...(payment_id ? [{ name: 'Payment', value: payment_id }] : []),
        ],
      },
      { kind: 'action', label: 'Your order', url: orderUrl(id, publicUrl) },
    ],
    reason: PAID,
  };
}

type RefundEmailData = { email: string; order_number: string; amount: Paise; refund_id: string };

const REASONS: Record<RefundReason, string> = {
  duplicate: 'It had been paid for already.',
  mismatch: 'It was not the amount of the order.',
  superseded: 'You had chosen another way to order before it arrived.',
  out_of_stock: 'It arrived late, and what you chose had been sold meanwhile. We are sorry.',
};

/** Tells the shopper that their money is being refunded, and why. */
export function refundStarted(refund: RefundEmailData & { reason: RefundReason }): EmailContent {
  const { order_number, refund_id, email, reason } = refund;
  const amount = formatPaise(refund.amount);
  return {
    idempotencyKey: `refund-started:${refund_id}`,
    to: email,
    subject: `Your payment for #${order_number} is being returned`,
    preview: `${amount} is on its way back to you.`,
    heading: 'Your money is on its way back',
    blocks: [
      {
        kind: 'text',
        text: `We are returning your payment of ${amount} for #${order_number}. ${REASONS[reason]}`,
      },
      {
        kind: 'text',
        text: 'It usually reaches your account within 5 to 7 working days. You need not do anything.',
      },
    ],
    reason: PAID,
  };
}

export function refundDone({
  order_number,
  amount,
  refund_id,
  email,
}: RefundEmailData): EmailContent {
  const returned = formatPaise(amount);
  return {
    idempotencyKey: `refund-done:${refund_id}`,
    to: email,
    subject: `Refund for #${order_number}`,
    preview: `${returned} has been returned.`,
    heading: 'Your money has been returned',
    blocks: [
      {
        kind: 'text',
        text: `${returned} for #${order_number} has been returned to the account you paid from. Your bank may need a few days to show it.`,
      },
    ],
    reason: PAID,
  };
}

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
    preview: `The gateway refuses to give back the payment for #${order_number}.`,
    heading: 'A refund needs a person',
    blocks: [
      {
        kind: 'text',
        text: `The payment ${payment_id} for #${order_number} should have been given back, and the gateway refuses.`,
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
  payment: { payment_id: string; gateway_order_id: string | null; order_number: string },
  to: string,
): EmailContent {
  const { payment_id, gateway_order_id, order_number } = payment;
  return {
    idempotencyKey: `payment-unanswered:${payment_id}`,
    to,
    subject: `A payment needs attention: #${order_number}`,
    preview: 'The gateway could not tell in ten days whether it was paid.',
    heading: 'A payment needs a person',
    blocks: [
      {
        kind: 'text',
        text: `We could not settle the payment begun for #${order_number} while we kept its goods: the gateway does not answer about it, does not let us take the money, or its key is not among the settings any more. The goods are on the shelf again. If it was paid, the money has to be given back by hand.`,
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
