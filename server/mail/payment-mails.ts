import type { Order } from '#contract/orders.ts';
import { formatPaise, type Paise, toPaise } from '#domain/money.ts';
import type { RefundReason } from '#domain/payment.ts';
import type { Mail } from './mail.ts';
import { asHtml } from './order-confirmation.ts';

/** The shopper's receipt for money that arrived. */
export function paymentReceived(order: Order, to: string, publicUrl: string): Mail {
  return mail(
    `payment-received:${order.id}`,
    to,
    `Payment received for order #${order.order_number}`,
    [
      `We have received your payment of ${formatPaise(toPaise(order.total_amount))} for order #${order.order_number}.`,
      '',
      `Your order: ${publicUrl}/account/orders/${order.id}`,
    ],
  );
}

type RefundNews = { email: string; order_number: string; amount: Paise; refund_id: string };

const REASONS: Record<RefundReason, string> = {
  duplicate: 'It had been paid for already.',
  mismatch: 'It was not the amount of the order.',
  superseded: 'You had chosen another way to order before it arrived.',
  out_of_stock: 'It arrived late, and what you chose had been sold meanwhile. We are sorry.',
};

/** Money is on its way back, and why. */
export function refundStarted(refund: RefundNews & { reason: RefundReason }): Mail {
  const { order_number, amount, refund_id, email } = refund;
  return mail(
    `refund-started:${refund_id}`,
    email,
    `Your payment for #${order_number} is being returned`,
    [
      `We are returning your payment of ${formatPaise(amount)} for #${order_number}.`,
      REASONS[refund.reason],
      'It usually reaches your account within 5 to 7 working days. You need not do anything.',
    ],
  );
}

export function refundDone({ order_number, amount, refund_id, email }: RefundNews): Mail {
  return mail(`refund-done:${refund_id}`, email, `Refund for #${order_number}`, [
    `${formatPaise(amount)} for #${order_number} has been returned to the account you paid from.`,
    'Your bank may need a few days to show it.',
  ]);
}

/** To the shop: something about money that a person must look into. */
export function paymentNeedsAttention(
  refund: { refund_id: string; payment_id: string; order_number: string },
  to: string,
): Mail {
  const { refund_id, payment_id, order_number } = refund;
  return mail(`payment-attention:${refund_id}`, to, `A refund needs attention: ${payment_id}`, [
    `The payment ${payment_id} for #${order_number} should have been given back, and the gateway refuses.`,
    'Please look at it in the Razorpay dashboard.',
  ]);
}

function mail(onceKey: string, to: string, subject: string, lines: string[]): Mail {
  const text = lines.join('\n');
  return { onceKey, to, subject, text, html: asHtml(text) };
}
