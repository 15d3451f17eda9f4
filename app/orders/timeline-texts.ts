import type { TimelineEvent } from '#contract/orders.ts';
import { ATTEMPT_REASONS } from '#domain/attempt-reasons.ts';
import { CANCEL_REASONS } from '#domain/cancel-reasons.ts';
import { formatRupees } from '#domain/money.ts';
import type { PaymentMode } from '#domain/order.ts';
import { refundFailedText, refundStartedText } from '#domain/refund-texts.ts';

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
  confirm: () => ({ title: 'Confirmed' }),
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
