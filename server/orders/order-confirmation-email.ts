import { type OrderAnswer, orderAnswerPath } from '#contract/order-answers.ts';
import type { Order } from '#contract/orders.ts';
import { CONTACT_PATH, orderPath, RETURNS_PATH } from '#contract/page-paths.ts';
import { addressLines } from '#domain/address.ts';
import { cartTotal } from '#domain/cart.ts';
import { formatDay, formatWeekday } from '#domain/day.ts';
import { promisedDay } from '#domain/delivery.ts';
import { isolated } from '#domain/isolated.ts';
import { formatPaise, formatRupees } from '#domain/money.ts';
import { paymentMethodName, STATUSES_BEFORE_HAND_OVER } from '#domain/order.ts';
import { chargeRows, hasCharges } from '#domain/price-order.ts';
import { isFullyRefunded } from '#domain/refunds.ts';
import type { Block, EmailContent, Fact } from '#server/email/template/content.ts';
import { testModeNotice } from '#server/email/test-mode-notice.ts';

type Context = {
  publicUrl: string;
  /** Whether nothing will be sent, which the email then says. */
  demo: boolean;
  /** Of the links that ask whether the order is wanted; null: it is not asked. */
  token: string | null;
};

/** Lists what the shopper ordered, the cost and the address, and asks for a confirmation where the shop wants one. */
export function orderConfirmation(
  order: Order,
  to: string,
  { publicUrl, demo, token }: Context,
): EmailContent {
  const { id, order_number, order_items, shipping_address, payment_method } = order;
  const total = formatRupees(order.total_amount);
  const testNotice = testModeNotice(order, demo);
  return {
    idempotencyKey: `order-confirmation:${id}`,
    to,
    subject: confirmationSubject(order_number),
    preview:
      testNotice ??
      `${total}${willBeShipped(order) ? `, on its way to ${isolated(shipping_address.city)} soon` : ''}. Thank you!`,
    heading: `Thank you, ${isolated(shipping_address.full_name)}!`,
    blocks: [
      [`Your order #${order_number} has been placed.`, nextStepText(order, testNotice), testNotice]
        .filter(Boolean)
        .join(' '),
      ...(token === null ? [] : questionBlocks(token, publicUrl)),
      {
        kind: 'items',
        items: order_items.map((item) => ({
          name: item.product_name,
          picture: item.product_image,
          quantity: item.quantity,
          price: formatRupees(item.price),
          subtotal: formatRupees(item.subtotal),
        })),
      },
      {
        kind: 'facts',
        facts: [
          ...chargeFacts(order),
          { name: 'Total', value: total, strong: true },
          { name: 'Payment', value: paymentMethodName(payment_method) },
          { name: 'Placed on', value: formatDay(order.created_at) },
          ...(willBeShipped(order)
            ? [
                {
                  name: `${testNotice ? 'Would arrive' : 'Arrives'} by about`,
                  value: formatWeekday(promisedDay(order)),
                },
              ]
            : []),
        ],
      },
      {
        kind: 'lines',
        title: testNotice ? 'It would be delivered to' : 'Delivery to',
        lines: [shipping_address.full_name, ...addressLines(shipping_address)],
      },
      { kind: 'action', label: 'Follow your order', url: publicUrl + orderPath(id) },
      {
        kind: 'note',
        text: 'A question, or something wrong with it?',
        link: { label: 'Write to us', url: `${publicUrl}${CONTACT_PATH}#order=${order_number}` },
      },
      {
        kind: 'note',
        text: 'You may send unopened packs back within 7 days.',
        link: { label: 'How returns work', url: publicUrl + RETURNS_PATH },
      },
    ],
    reason: 'You get this email because you ordered from us.',
  };
}

/** Asks whether the order is wanted; the pages of both links ask once more. */
function questionBlocks(token: string, publicUrl: string): Block[] {
  const link = (answer: OrderAnswer) => publicUrl + orderAnswerPath(answer, token);
  return [
    'Shall we send it? Please tell us with one press.',
    { kind: 'action', label: 'Yes, send it', url: link('confirm') },
    {
      kind: 'note',
      text: 'You do not want it any more?',
      link: { label: 'Cancel my order', url: link('cancel') },
    },
  ];
}

/** What was added to the items and taken off. Nothing where the total is their sum. */
function chargeFacts({ charges, order_items }: Order): Fact[] {
  if (!charges || !hasCharges(charges)) return [];
  return [
    { name: 'Subtotal', value: formatPaise(cartTotal(order_items)) },
    ...chargeRows(charges).map(({ name, amount }) => ({
      name,
      value: amount < 0 ? `−${formatRupees(-amount)}` : formatRupees(amount),
    })),
  ];
}

export function confirmationSubject(orderNumber: string): string {
  return `Your order #${orderNumber}`;
}

/**
 * Empty if the order is sent or cancelled already: a delayed confirmation may arrive after the email about that; and for
 * one that only looks paid.
 */
function nextStepText(order: Order, testNotice: string | null): string {
  if (!willBeShipped(order)) return '';
  if (order.payment_method === 'cod') return 'You pay when it arrives.';
  return testNotice ? '' : 'It is paid, and we are packing it.';
}

/** False for an order that is refunded in full, because staff cannot send it any more. */
function willBeShipped(order: Order): boolean {
  const { status, payment_status } = order;
  return (
    STATUSES_BEFORE_HAND_OVER.includes(status) &&
    payment_status !== 'refunded' &&
    !isFullyRefunded(order)
  );
}
