import type { OrderDetail } from '#contract/admin/order-views.ts';
import { EMAIL_DELAY_SECONDS, type Undoable } from '#domain/order-verbs.ts';

/**
 * What the email about the undone step said. Steps without an entry have no email, or can only be undone before it is
 * sent.
 */
const EMAIL_TEXTS: Partial<Record<Undoable, string>> = {
  confirm: 'that the order is confirmed',
  hand_over: 'that the parcel is on its way',
  attempt_failed: 'that the courier could not deliver',
  deliver: 'that the parcel was delivered',
  lose: 'that the parcel is lost',
  receive_return: 'that the return has arrived',
};

/** Whether the step has an email, after which undoing it must be confirmed. */
export function hasEmail(step: Undoable): boolean {
  return EMAIL_TEXTS[step] !== undefined;
}

/** Whether the email about the step has been sent: then undoing the step must be confirmed. */
export function isEmailSent(
  { events, undo: step }: Pick<OrderDetail, 'events' | 'undo'>,
  now: number,
): boolean {
  if (!step || !hasEmail(step)) return false;
  const event = events.findLast(({ kind }) => kind === step);
  return event !== undefined && now - Date.parse(event.at) > EMAIL_DELAY_SECONDS * 1000;
}

/** 'The customer was told by email that the parcel was delivered, and gets no other email about this.'; '' for a step without. */
export function undoText(step: Undoable): string {
  const told = EMAIL_TEXTS[step];
  return told ? `The customer was told by email ${told}, and gets no other email about this.` : '';
}
