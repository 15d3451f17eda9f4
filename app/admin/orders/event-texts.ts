import type { OrderAuditVerb } from '#contract/admin/audit-verbs.ts';
import type { OrderDetail } from '#contract/admin/order-views.ts';
import type { CurrentOrder } from '#contract/errors.ts';
import { FULFILMENT_NAMES } from '#domain/fulfilment.ts';
import { type StepVerb, UNDO_KINDS, type Undoable, type Verb } from '#domain/order-verbs.ts';
import { ATTEMPT_REASONS, CANCEL_REASONS, DECLINE_REASONS } from '#domain/reasons.ts';
import { REFUND_REASONS } from './refunds/refund-facts.ts';

/** The labels of the buttons of the steps. */
const STEP_NAMES: Record<StepVerb, string> = {
  confirm: 'Confirm',
  pack: 'Packed',
  hand_over: 'Hand over',
  attempt_failed: 'Delivery failed',
  deliver: 'Delivered',
  return_to_origin: 'Coming back',
  receive_back: 'Received back',
  lose: 'Lost',
  cancel: 'Cancel order',
  take_out: 'Taken out',
  receive_return: 'Return received',
  decline_refund: 'No refund',
};

/** The label of a verb's button: 'Packed', 'Undo: handed over'. */
export function verbName(verb: Verb, undoes: Undoable | null): string {
  if (verb !== 'undo') return STEP_NAMES[verb];
  return undoes ? `Undo: ${ORDER_VERB_TITLES[undoes].toLowerCase()}` : 'Undo';
}

/** The snackbar's text after a verb: 'AP-7KQ-M2X packed', 'AP-7KQ-M2X delivery undone'. */
export function doneText(what: string, verb: Verb, undoes: Undoable | null): string {
  const kind = verb !== 'undo' ? verb : undoes && UNDO_KINDS[undoes];
  return `${what} ${kind ? ORDER_VERB_TITLES[kind].toLowerCase() : 'undone'}`;
}

/** Titles of what staff did to an order, by the verb in the audit log. */
export const ORDER_VERB_TITLES: Record<OrderAuditVerb, string> = {
  confirm: 'Confirmed',
  unconfirm: 'Confirmation undone',
  pack: 'Packed',
  unpack: 'Unpacked',
  hand_over: 'Handed over',
  take_back: 'Taken back from the courier',
  attempt_failed: 'Delivery failed',
  undo_attempt_failed: 'Failed delivery undone',
  deliver: 'Delivered',
  undeliver: 'Delivery undone',
  return_to_origin: 'Coming back',
  undo_return_to_origin: 'Not coming back after all',
  receive_back: 'Received back',
  lose: 'Lost',
  undo_lose: 'Not lost after all',
  cancel: 'Cancelled',
  undo_cancel: 'Cancellation undone',
  take_out: 'Parcel taken out',
  undo_take_out: 'Parcel not taken out after all',
  receive_return: 'Return received',
  undo_return: 'Return undone',
  decline_refund: 'No refund',
  undo_decline_refund: 'Refund after all',
  correct_address: 'Address corrected',
  correct_parcel: 'Tracking corrected',
  send_email_again: 'Email sent again',
  note: 'Note',
  refund: 'Refund',
  manual_refund: 'Refund by hand',
};

/** Titles of an order's events, by their kind. */
export const EVENT_TITLES: Record<string, string> = {
  placed: 'Placed',
  dispute: 'Payment disputed',
  ...ORDER_VERB_TITLES,
};

/** Reasons of a failed delivery, a cancellation, a refund, and a return without one. */
export const EVENT_REASONS: Record<string, string> = {
  ...ATTEMPT_REASONS,
  ...CANCEL_REASONS,
  ...REFUND_REASONS,
  ...DECLINE_REASONS,
};

/** What became of the money. */
export const PAYMENT_TEXTS: Record<OrderDetail['payment_status'], string> = {
  pending: 'not paid',
  paid: 'paid',
  failed: 'payment failed',
  refund_pending: 'refund on its way',
  partially_refunded: 'partly refunded',
  refunded: 'refunded',
};

const ACTORS = { shopper: 'the customer', staff: 'the staff', system: 'the shop' };

/**
 * The current state of an order that has changed since it was shown: 'It is now: To hand over. The last step was
 * “Packed”, by the staff.'
 */
export function whatChanged({
  fulfilment,
  last,
}: Pick<CurrentOrder, 'fulfilment' | 'last'>): string {
  const step = last && EVENT_TITLES[last.kind];
  const lastStep = last && step ? ` The last step was “${step}”, by ${ACTORS[last.actor]}.` : '';
  return `It is now: ${FULFILMENT_NAMES[fulfilment]}.${lastStep}`;
}
