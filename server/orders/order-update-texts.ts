import { addressLines } from '#domain/address.ts';
import { formatRupees } from '#domain/money.ts';
import { ATTEMPT_REASONS } from '#domain/reasons.ts';
import { refundDoneText, refundStartedText } from '#domain/refunds.ts';
import type { Block } from '#server/email/template/content.ts';
import type { OrderUpdate } from './order-update-query.ts';
import type { StoredEvent } from './timeline.ts';

type UpdateText = { subject: string; heading: string; text: string; more?: Block[] };
type WriteText = (order: OrderUpdate, event: StoredEvent) => UpdateText;

/** What the email about an event says, by the event's kind. */
const TEXTS: Record<string, WriteText> = {
  confirm: ({ order_number }) => ({
    subject: `Order #${order_number} is confirmed`,
    heading: 'Your order is confirmed',
    text: `Order #${order_number} is confirmed. We are packing it next.`,
  }),
  hand_over: (order, { data, tracking_url }) => ({
    subject: `Order #${order.order_number} is on its way`,
    heading: 'Your order is on its way',
    text: data.tracking_number
      ? `Order #${order.order_number} was handed to ${data.courier ?? 'our courier'}.${cashToPay(order)}`
      : `Order #${order.order_number} is on its way to you.${cashToPay(order)}`,
    more: parcelBlocks(data, tracking_url),
  }),
  correct_parcel: ({ order_number }, { data, tracking_url }) => ({
    subject: `The tracking of order #${order_number} was corrected`,
    heading: 'We corrected the tracking of your order',
    text: `Order #${order_number} is on its way as below. What our last email said of it was wrong.`,
    more: parcelBlocks(data, tracking_url),
  }),
  attempt_failed: (order, { data }) => ({
    subject: `We could not deliver order #${order.order_number}`,
    heading: 'The courier could not deliver your order',
    text: `The courier tried to deliver order #${order.order_number} and could not: ${attemptReason(data.reason)}. ${
      data.reason === 'refused'
        ? 'It comes back to us. If you still want it, please reply to this email today.'
        : `They will try again. Please keep your phone at hand.${cashToPay(order)}`
    }`,
  }),
  deliver: ({ order_number }) => ({
    subject: `Order #${order_number} was delivered`,
    heading: 'Your order has arrived',
    text: `Order #${order_number} was delivered. Enjoy it! If something is not right, reply to this email.`,
  }),
  receive_back: (order, event) => ({
    subject: `Order #${order.order_number} came back to us`,
    heading: 'Your order came back to us',
    text: `The courier could not deliver order #${order.order_number} and has brought it back to us. It is cancelled, and will not be sent again.${nothingToPay(order)}${pendingRefundText(order, event)}`,
  }),
  lose: (order, event) => ({
    subject: `Order #${order.order_number} was lost on its way`,
    heading: 'Your order was lost on its way',
    text: `We are sorry: the courier has lost order #${order.order_number}, and it will not arrive. It is cancelled.${nothingToPay(order)}${pendingRefundText(order, event)}${lossNote(order)}`,
  }),
  cancel: (order, event) => ({
    subject: `Order #${order.order_number} is cancelled`,
    heading: 'Your order is cancelled',
    text: `${event.actor === 'shopper' ? `You have cancelled order #${order.order_number}.` : `We had to cancel order #${order.order_number}.`} Nothing will be sent.${pendingRefundText(order, event)}`,
  }),
  receive_return: (order) => ({
    subject: `Your return of order #${order.order_number} has arrived`,
    heading: 'Your return has arrived',
    text: `What you sent back of order #${order.order_number} has arrived.${refundToCome(order)}`,
  }),
  correct_address: ({ order_number, shipping_address }) => ({
    subject: `The address of order #${order_number} was corrected`,
    heading: 'We corrected your address',
    text: `Order #${order_number} now goes to the address below. If something in it is not right, or you did not ask for this, please reply to this email soon.`,
    more: [
      {
        kind: 'lines',
        title: 'Delivery to',
        lines: [
          shipping_address.full_name,
          ...addressLines(shipping_address),
          shipping_address.phone,
        ],
      },
    ],
  }),
  refund: (order, { id, data }) => {
    const isDone = order.refund_statuses[id] === 'processed';
    const text = isDone ? refundDoneText : refundStartedText;
    return {
      subject: `Refund for order #${order.order_number}`,
      heading: isDone ? 'Your refund is complete' : 'Your money is on its way back',
      text: `For order #${order.order_number}: ${text(data.amount ?? 0, order.payment_mode)}`,
    };
  },
  manual_refund: ({ order_number, total_amount }, { data: { amount = 0 } }) => ({
    subject: `Refund for order #${order_number}`,
    heading:
      amount < total_amount
        ? 'We have sent part of your money back'
        : 'We have sent your money back',
    text: `We have sent ${formatRupees(amount)} back to you for order #${order_number}.`,
  }),
};

export const UPDATE_TEXTS: ReadonlyMap<string, WriteText> = new Map(Object.entries(TEXTS));

/** The courier, the tracking number and the link to the courier's tracking page. */
function parcelBlocks(data: StoredEvent['data'], trackingUrl: string | null): Block[] {
  return [
    {
      kind: 'facts',
      facts: [
        { name: 'Courier', value: data.courier ?? '' },
        ...(data.tracking_number
          ? [{ name: 'Tracking number', value: data.tracking_number, strong: true }]
          : []),
      ],
    },
    ...(trackingUrl
      ? [
          {
            kind: 'note' as const,
            text: 'See where it is on the courier’s website:',
            link: { label: 'Track the parcel', url: trackingUrl },
          },
        ]
      : []),
  ];
}

/**
 * How a return is refunded. Cash is refunded by UPI, because there is no account it was paid from. The number of days is
 * the one that app/pages/returns-page.tsx promises.
 */
function refundToCome({ payment_method, payment_status, return_declined }: OrderUpdate): string {
  if (return_declined || payment_status === 'refunded' || payment_status === 'refund_pending')
    return '';
  // An earlier refund may have been for these pieces already, so the email promises nothing.
  if (payment_status === 'partially_refunded') {
    return payment_method === 'cod'
      ? ' If money is still due to you, we send it by UPI: please reply to this email with your UPI ID. We never ask for your UPI PIN.'
      : ' If money is still due to you, it goes to the account you paid from within 5 business days.';
  }
  return payment_method === 'cod'
    ? ' You paid in cash, so we send your money back by UPI: please reply to this email with your UPI ID. We never ask for your UPI PIN.'
    : ' We send your money back to the account you paid from within 5 business days.';
}

function cashToPay({ payment_method, payment_status, total_amount }: OrderUpdate): string {
  if (payment_method !== 'cod' || payment_status !== 'pending') return '';
  return ` Please have ${formatRupees(total_amount)} ready in cash.`;
}

function nothingToPay({ payment_method }: OrderUpdate): string {
  return payment_method === 'cod' ? ' You have nothing to pay.' : '';
}

/**
 * Staff may undo the loss of a cash order after its email was sent. The email promises that the shop asks before it sends
 * a parcel that the shopper has to pay for.
 */
function lossNote({ payment_method }: OrderUpdate): string {
  return payment_method === 'cod' ? ' Should the parcel be found, we will ask you first.' : '';
}

/** The sentence about the refund that a step started; empty once it is processed or has failed. */
function pendingRefundText(order: OrderUpdate, { id, data }: StoredEvent): string {
  if (data.refunded === undefined || isRefundSettled(order, id)) return '';
  return ` ${refundStartedText(data.refunded, order.payment_mode)}`;
}

/** Whether what the step gives back is no longer on its way: the email about the completed refund may already be sent. */
export function isRefundSettled({ refund_statuses }: OrderUpdate, eventId: string): boolean {
  const status = refund_statuses[eventId];
  return status === 'processed' || status === 'failed';
}

function attemptReason(code: string | undefined): string {
  const found = Object.entries(ATTEMPT_REASONS).find(([name]) => name === code);
  return (found?.[1] ?? ATTEMPT_REASONS.other).toLowerCase();
}
