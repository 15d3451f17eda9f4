import type { Order } from '#contract/orders.ts';
import { formatDateTime } from '#domain/day.ts';
import { isolated } from '#domain/isolated.ts';
import { formatRupees } from '#domain/money.ts';
import { paymentMethodName } from '#domain/order.ts';
import type { EmailContent } from '#server/email/template/content.ts';
import { testModeNotice } from '#server/email/test-mode-notice.ts';

/**
 * The email that tells the shop about a new order. It omits name, phone and street, because several people may read the
 * shop's mailbox.
 */
export function orderNotice(
  order: Order,
  to: string,
  publicUrl: string,
  demo: boolean,
): EmailContent {
  const { id, order_number, order_items, shipping_address } = order;
  const total = formatRupees(order.total_amount);
  const testNotice = testModeNotice(order, demo);
  const pieces = order_items.reduce((sum, { quantity }) => sum + quantity, 0);
  const town = `${isolated(shipping_address.city)} ${isolated(shipping_address.postal_code)}`;
  return {
    idempotencyKey: `order-notice:${id}`,
    to,
    subject: `New order #${order_number}: ${total}`,
    preview: testNotice ?? `${pieces} ${pieces === 1 ? 'piece' : 'pieces'} to ${town}.`,
    heading: 'A new order',
    blocks: [
      `Order #${order_number} was placed on ${formatDateTime(order.created_at)}. ${testNotice ?? ''}`.trim(),
      {
        kind: 'facts',
        facts: [
          { name: 'Total', value: total, strong: true },
          { name: 'Payment', value: paymentMethodName(order.payment_method) },
          { name: 'Pieces', value: String(pieces) },
          { name: 'Town and PIN', value: town },
        ],
      },
      {
        kind: 'lines',
        title: 'To pack',
        lines: order_items.map(({ quantity, product_name }) => `${quantity} × ${product_name}`),
      },
      { kind: 'action', label: 'Open the order', url: `${publicUrl}/admin/orders/${id}` },
    ],
    reason: 'The shop sends this to the address that its settings have for new orders.',
  };
}
