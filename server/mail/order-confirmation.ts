import type { Order } from '#contract/orders.ts';
import { addressLines } from '#domain/address.ts';
import { formatPaise, toPaise } from '#domain/money.ts';
import { paymentMethodName } from '#domain/order.ts';
import type { Mail } from './mail.ts';

/** Tells the shopper what they ordered, what it costs and where it goes. */
export function orderConfirmation(order: Order, to: string, publicUrl: string): Mail {
  const rupees = (amount: number) => formatPaise(toPaise(amount));
  const text = [
    `Thank you, ${order.shipping_address.full_name}! Your order #${order.order_number} has been placed.`,
    '',
    ...order.order_items.map(
      (item) =>
        `${item.product_name}: ${item.quantity} × ${rupees(item.price)} = ${rupees(item.subtotal)}`,
    ),
    `Total: ${rupees(order.total_amount)}`,
    `Payment: ${paymentMethodName(order.payment_method)}`,
    '',
    'It goes to:',
    order.shipping_address.full_name,
    ...addressLines(order.shipping_address),
    '',
    `Follow your order: ${publicUrl}/account/orders/${order.id}`,
  ].join('\n');
  const subject = `Your order #${order.order_number}`;
  return { onceKey: `order-confirmation:${order.id}`, to, subject, text, html: asHtml(text) };
}

/** The same words for a reader that shows HTML. */
export function asHtml(text: string): string {
  return `<pre>${escapeHtml(text)}</pre>`;
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character);
}
