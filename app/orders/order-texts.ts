import type { Order, TimelineEvent } from '#contract/orders.ts';
import { formatPaise, formatRupees } from '#domain/money.ts';
import { type OrderStatus, type PaymentMode, STATUSES_BEFORE_HAND_OVER } from '#domain/order.ts';
import { ATTEMPT_REASONS, CANCEL_REASONS } from '#domain/reasons.ts';
import { refundFailedText, refundStartedText, unrefundedPaise } from '#domain/refunds.ts';

/** What an order's status means, as a sentence for the shopper. */
export function statusText({ status, events, refunded }: Progress): string {
  // A fully refunded order can no longer be sent, only cancelled.
  if (refunded && STATUSES_BEFORE_HAND_OVER.includes(status)) return FULLY_REFUNDED_TEXT;
  const exceptions = EXCEPTION_TEXTS[status];
  const text = events
    .map(({ kind }) => exceptions?.[kind])
    .findLast((found) => found !== undefined);
  return text ?? STATUS_TEXTS[status];
}

type Progress = {
  status: OrderStatus;
  events: readonly Pick<TimelineEvent, 'kind'>[];
  /** Whether all that was paid was given back, or is on its way back. */
  refunded: boolean;
};

const FULLY_REFUNDED_TEXT = 'All that you paid for this order is refunded. Nothing will be sent.';

/**
 * Texts by the kind of the latest event, for states that share one of the six statuses. They apply only while that
 * status lasts: a parcel on its way back may still be delivered.
 */
const EXCEPTION_TEXTS: Partial<Record<OrderStatus, Record<string, string>>> = {
  shipped: {
    return_to_origin: 'The courier could not deliver your order and is bringing it back to us.',
  },
  cancelled: {
    receive_back: 'Your order was returned to us and is now cancelled.',
    lose: 'Your order was lost on its way and is now cancelled. We are sorry.',
  },
};

const STATUS_TEXTS: Record<OrderStatus, string> = {
  pending: 'We have received your order and are getting it ready.',
  confirmed: 'Your order is confirmed, and we are getting it ready.',
  processing: 'We are packing your order.',
  shipped: 'Your order is on its way to you.',
  delivered: 'Your order has been delivered.',
  cancelled: 'This order was cancelled. Nothing will be sent.',
};

/** What is to be paid in cash, and when; null for online orders, and when the cash is already collected. */
export function cashText({ payment_method, payment_status, status }: Order): string | null {
  if (payment_method !== 'cod' || payment_status !== 'pending' || status === 'delivered')
    return null;
  return status === 'cancelled' ? 'There is nothing to pay.' : 'You pay in cash when it arrives.';
}

/** What cancelling will do; its refund is what was paid online and not refunded before. */
export function cancellationText(order: PaidOrder): string {
  if (order.payment_method === 'cod') return 'Nothing will be sent, and there is nothing to pay.';
  if (order.payment_mode !== 'live') return 'Nothing will be sent. No real payment was taken.';
  const left = unrefundedPaise(order);
  if (left <= 0) return 'Nothing will be sent.';
  return `Nothing will be sent. We return ${formatPaise(left)} to the account you paid from; it usually arrives within 5 to 7 working days.`;
}

type PaidOrder = Pick<
  Order,
  'payment_method' | 'payment_mode' | 'total_amount' | 'paid_amount' | 'refunds'
>;

/** The text of a step for the shopper. */
type StepText = { title: string; text?: string | undefined };

/**
 * The text of a step of an order; null for a step that shoppers do not see. `paymentMode` is that of the order's
 * payment; null on the page of an emailed link, which shows no amounts.
 */
export function stepText(event: TimelineEvent, paymentMode: PaymentMode | null): StepText | null {
  return STEP_TEXTS[event.kind]?.(event, refundText(event, paymentMode)) ?? null;
}

const STEP_TEXTS: Record<string, (event: TimelineEvent, money: string | undefined) => StepText> = {
  placed: () => ({ title: 'Order placed' }),
  confirm: ({ by_shopper }) => ({ title: by_shopper ? 'You confirmed the order' : 'Confirmed' }),
  pack: () => ({ title: 'Packed' }),
  hand_over: () => ({ title: 'On its way' }),
  attempt_failed: ({ reason }) => ({
    title: 'Could not be delivered',
    text: `${sentence(ATTEMPT_REASONS, reason)}${
      reason === 'refused'
        ? 'It comes back to us unless you tell us that you want it.'
        : 'The courier will try again.'
    }`,
  }),
  deliver: () => ({ title: 'Delivered' }),
  return_to_origin: () => ({
    title: 'Coming back to us',
    text: 'The courier could not hand it over and is bringing it back.',
  }),
  receive_back: (_, money) => ({ title: 'Returned to us', text: money }),
  lose: (_, money) => ({
    title: 'Lost on its way',
    text: ['We are sorry.', money].filter(Boolean).join(' '),
  }),
  receive_return: () => ({ title: 'Your return has arrived' }),
  cancel: ({ by_shopper, reason }, money = '') => ({
    title: by_shopper ? 'You cancelled the order' : 'We had to cancel the order',
    text: `${by_shopper ? '' : sentence(CANCEL_REASONS, reason)}${money}`.trim(),
  }),
  correct_address: () => ({
    title: 'Address corrected',
    text: 'We changed the address or the phone number for the delivery.',
  }),
  refund: (_, money) => ({ title: 'Refund started', text: money }),
  manual_refund: ({ amount, is_part }) => ({
    title: is_part ? 'We sent part of your money back' : 'We sent your money back',
    text: amount === null ? undefined : formatRupees(amount),
  }),
};

/** The steps of an order without exceptions. */
const USUAL_STEPS = ['placed', 'confirm', 'pack', 'hand_over', 'deliver'];

/** Kinds of events after which no further step is expected. */
const FINAL_STEPS = ['deliver', 'return_to_origin', 'receive_back', 'lose', 'cancel'];

/**
 * The titles of the steps that are still expected; none for an order that was fully refunded before it was handed over.
 */
export function remainingSteps(events: readonly TimelineEvent[], refunded: boolean): string[] {
  if (refunded && !events.some(({ kind }) => kind === 'hand_over')) return [];
  if (events.some(({ kind }) => FINAL_STEPS.includes(kind))) return [];
  const reached = Math.max(...events.map(({ kind }) => USUAL_STEPS.indexOf(kind)));
  return USUAL_STEPS.slice(reached + 1).flatMap((kind) => REMAINING_TITLES[kind] ?? []);
}

export const DELIVERED = 'Delivered';

const REMAINING_TITLES: Record<string, string> = {
  confirm: 'Confirmed',
  pack: 'Packed',
  hand_over: 'On its way',
  deliver: DELIVERED,
};

function refundText(
  { amount, refund_status }: TimelineEvent,
  mode: PaymentMode | null,
): string | undefined {
  if (amount === null) return undefined;
  return refund_status === 'failed'
    ? refundFailedText(amount, mode)
    : refundStartedText(amount, mode);
}

/** 'Nobody was there. ', or '' for an unknown code. */
function sentence(reasons: Record<string, string>, code: string | null): string {
  const reason = code === null || code === 'other' ? undefined : reasons[code];
  return reason ? `${reason}. ` : '';
}
