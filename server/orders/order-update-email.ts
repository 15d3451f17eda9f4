import { addressLines } from '#domain/address.ts';
import { ATTEMPT_REASONS } from '#domain/attempt-reasons.ts';
import { dayInIndia } from '#domain/day.ts';
import { formatRupees } from '#domain/money.ts';
import { withoutUndoneEvents } from '#domain/order-timeline.ts';
import { refundStartedText } from '#domain/refund-texts.ts';
import type { Block, EmailContent } from '#server/email/template/content.ts';
import type { OrderUpdate } from './order-update-query.ts';
import type { StoredEvent } from './timeline.ts';

/**
 * The email about an order event. Null if it was sent before; if the event was undone or outdated; if the last email
 * said the same about an event undone since; if the address is unknown; or if its refund is no longer on its way: the
 * email about the completed refund may already be sent. `link` opens the timeline without signing in.
 */
export function orderUpdate(
  order: OrderUpdate,
  eventId: string,
  link: string,
): EmailContent | null {
  const currentEvents = withoutUndoneEvents(order.events);
  const index = currentEvents.findIndex(({ id }) => id === eventId);
  const event = currentEvents[index];
  const write = event && UPDATE_TEXTS.get(event.kind);
  if (!event || event.mailed || !write || order.email === null) return null;
  if (event.kind === 'refund' && order.refund_settled) return null;
  if (currentEvents.slice(index + 1).some((later) => makesOutdated(event, later))) return null;
  if (isRepetition(order.events, currentEvents, event)) return null;
  const { subject, heading, text, more = [] } = write(order, event);
  return {
    idempotencyKey: `order-mail:${order.id}:${eventId}`,
    to: order.email,
    subject,
    preview: text,
    heading,
    blocks: [
      { kind: 'text', text },
      ...more,
      { kind: 'action', label: 'See where your order is', url: link },
    ],
    reason: 'You get this email because you ordered from us.',
  };
}

/**
 * Whether the last mail about the parcel said the same of a step that staff have undone since: a step that is undone and
 * repeated is mailed once. After a different mail it is sent again, such as a delivery after a failed attempt.
 */
function isRepetition(
  events: readonly StoredEvent[],
  currentEvents: readonly StoredEvent[],
  event: StoredEvent,
): boolean {
  const last = events
    .slice(0, events.indexOf(event))
    .findLast(({ kind, mailed }) => mailed && !NOT_ABOUT_DELIVERY.includes(kind));
  return (
    last !== undefined &&
    !currentEvents.includes(last) &&
    MAIL_CONTENT.every((read) => read(last) === read(event))
  );
}

/** What a mail's text depends on besides the order. */
const MAIL_CONTENT: readonly ((event: StoredEvent) => string | undefined)[] = [
  ({ kind }) => kind,
  ({ data }) => data.courier,
  ({ data }) => data.tracking_number,
  ({ data }) => data.reason,
  // A courier tries once a day: another day's attempt is another one.
  ({ kind, at }) => (kind === 'attempt_failed' ? dayInIndia(Date.parse(at)) : undefined),
];

const REFUNDS: readonly string[] = ['refund', 'manual_refund'];

/** Mails that say nothing of where the parcel is. */
const NOT_ABOUT_DELIVERY: readonly string[] = [...REFUNDS, 'correct_address'];

/**
 * What is untrue once a later step has been done: 'we are packing it next', 'have the cash ready', 'they will try
 * again'.
 */
export const OUTDATED_BY = new Map<string, readonly string[]>([
  ['confirm', ['hand_over', 'cancel']],
  ['hand_over', ['deliver', 'return_to_origin', 'receive_back', 'lose']],
  ['attempt_failed', ['deliver', 'return_to_origin', 'receive_back', 'lose']],
  // Of two returns the later mail says all, and who has the money is not asked where to send it.
  ['receive_return', ['receive_return', ...REFUNDS]],
  // The later mail has the address that counts, and a parcel whose way has ended goes nowhere.
  [
    'correct_address',
    ['correct_address', 'cancel', 'deliver', 'return_to_origin', 'receive_back', 'lose'],
  ],
]);

function makesOutdated({ kind }: StoredEvent, later: StoredEvent): boolean {
  // Money for another reason leaves the return to be refunded, as the trigger settle_returns does.
  if (REFUNDS.includes(later.kind) && later.data.reason !== 'returned') return false;
  return OUTDATED_BY.get(kind)?.includes(later.kind) ?? false;
}

type UpdateText = { subject: string; heading: string; text: string; more?: Block[] };

const UPDATE_TEXTS = new Map<string, (order: OrderUpdate, event: StoredEvent) => UpdateText>([
  [
    'confirm',
    ({ order_number }) => ({
      subject: `Order #${order_number} is confirmed`,
      heading: 'Your order is confirmed',
      text: `Order #${order_number} is confirmed. We are packing it next.`,
    }),
  ],
  [
    'hand_over',
    (order, { data, tracking_url }) => ({
      subject: `Order #${order.order_number} is on its way`,
      heading: 'Your order is on its way',
      text: data.tracking_number
        ? `Order #${order.order_number} was handed to ${data.courier ?? 'our courier'}.${cashToPay(order)}`
        : `Order #${order.order_number} is on its way to you.${cashToPay(order)}`,
      more: [
        {
          kind: 'facts',
          facts: [
            { name: 'Courier', value: data.courier ?? '' },
            ...(data.tracking_number
              ? [{ name: 'Tracking number', value: data.tracking_number, strong: true }]
              : []),
          ],
        },
        ...(tracking_url
          ? [
              {
                kind: 'note' as const,
                text: 'See where it is on the courier’s website:',
                link: { label: 'Track the parcel', url: tracking_url },
              },
            ]
          : []),
      ],
    }),
  ],
  [
    'attempt_failed',
    (order, { data }) => ({
      subject: `We could not deliver order #${order.order_number}`,
      heading: 'The courier could not deliver your order',
      text: `The courier tried to deliver order #${order.order_number} and could not: ${attemptReason(data.reason)}. ${
        data.reason === 'refused'
          ? 'It comes back to us. If you still want it, please reply to this email today.'
          : `They will try again. Please keep your phone at hand.${cashToPay(order)}`
      }`,
    }),
  ],
  [
    'deliver',
    ({ order_number }) => ({
      subject: `Order #${order_number} was delivered`,
      heading: 'Your order has arrived',
      text: `Order #${order_number} was delivered. Enjoy it! If something is not right, reply to this email.`,
    }),
  ],
  [
    'receive_back',
    (order, { data }) => ({
      subject: `Order #${order.order_number} came back to us`,
      heading: 'Your order came back to us',
      text: `The courier could not deliver order #${order.order_number} and has brought it back to us. It is cancelled, and will not be sent again.${nothingToPay(order)}${pendingRefundText(order, data.refunded)}`,
    }),
  ],
  [
    'lose',
    (order, { data }) => ({
      subject: `Order #${order.order_number} was lost on its way`,
      heading: 'Your order was lost on its way',
      text: `We are sorry: the courier has lost order #${order.order_number}, and it will not arrive. It is cancelled.${nothingToPay(order)}${pendingRefundText(order, data.refunded)} If you still want it, please order again.${lossNote(order)}`,
    }),
  ],
  [
    'cancel',
    (order, { actor, data }) => ({
      subject: `Order #${order.order_number} is cancelled`,
      heading: 'Your order is cancelled',
      text: `${actor === 'shopper' ? `You have cancelled order #${order.order_number}.` : `We had to cancel order #${order.order_number}.`} Nothing will be sent.${pendingRefundText(order, data.refunded)}`,
    }),
  ],
  [
    'receive_return',
    (order) => ({
      subject: `Your return of order #${order.order_number} has arrived`,
      heading: 'Your return has arrived',
      text: `What you sent back of order #${order.order_number} has arrived.${refundToCome(order)}`,
    }),
  ],
  [
    'correct_address',
    ({ order_number, shipping_address }) => ({
      subject: `The address of order #${order_number} was corrected`,
      heading: 'We corrected your address',
      text: `Order #${order_number} now goes to the address below. If something in it is not right, or you did not ask for this, please reply to this mail soon.`,
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
  ],
  [
    'refund',
    (order, { data }) => ({
      subject: `Refund for order #${order.order_number}`,
      heading: 'Your money is on its way back',
      text: `For order #${order.order_number}:${refunded(order, data.amount)}`,
    }),
  ],
  [
    'manual_refund',
    ({ order_number }, { data }) => ({
      subject: `Refund for order #${order_number}`,
      heading: 'We have sent your money back',
      text: `We have sent ${formatRupees(data.amount ?? 0)} back to you for order #${order_number}.`,
    }),
  ],
]);

/** What was paid in cash has no account to go back to. The days: app/pages/returns-page.tsx. */
function refundToCome({ payment_method, payment_status, return_declined }: OrderUpdate): string {
  if (return_declined || payment_status === 'refunded' || payment_status === 'refund_pending')
    return '';
  // What was given back before may have been for these pieces: the mail does not know, and promises nothing.
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

/** A loss of an order in cash can be undone after its mail has gone: nobody is sent a parcel to pay unasked. */
function lossNote({ payment_method }: OrderUpdate): string {
  return payment_method === 'cod' ? ' Should the parcel be found, we will ask you first.' : '';
}

/** What a step gives back, while it is still on its way. */
function pendingRefundText(order: OrderUpdate, amount: number | undefined): string {
  return order.refund_settled ? '' : refunded(order, amount);
}

function refunded(order: OrderUpdate, amount: number | undefined): string {
  return amount === undefined ? '' : ` ${refundStartedText(amount, order.payment_mode)}`;
}

function attemptReason(code: string | undefined): string {
  const found = Object.entries(ATTEMPT_REASONS).find(([name]) => name === code);
  return (found?.[1] ?? ATTEMPT_REASONS.other).toLowerCase();
}
