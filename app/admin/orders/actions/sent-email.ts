import type { OrderDetail } from '#contract/admin/order-views.ts';
import { keysOf } from '#domain/keys-of.ts';
import { EMAIL_DELAY_SECONDS, UNDO_VERB_OF, type Undo } from '#domain/order-verbs.ts';

/**
 * What the email about the undone step said. Steps without an entry have no email, or can only be undone before it is
 * sent.
 */
const EMAIL_TEXTS: Partial<Record<Undo, string>> = {
  unconfirm: 'that the order is confirmed',
  take_back: 'that the parcel is on its way',
  undo_attempt_failed: 'that the courier could not deliver',
  undeliver: 'that the parcel was delivered',
  undo_lose: 'that the parcel is lost',
  undo_return: 'that the return has arrived',
};

/** Whether the step has an email, after which undoing it must be confirmed. */
export function hasEmail(undo: Undo): boolean {
  return EMAIL_TEXTS[undo] !== undefined;
}

/** Whether the email about the step has been sent: then undoing the step must be confirmed. */
export function isEmailSent(
  { events }: Pick<OrderDetail, 'events'>,
  undo: Undo,
  now: number,
): boolean {
  if (!hasEmail(undo)) return false;
  const step = keysOf(UNDO_VERB_OF).find((verb) => UNDO_VERB_OF[verb] === undo);
  const event = events.findLast(({ kind }) => kind === step);
  return event !== undefined && now - Date.parse(event.at) > EMAIL_DELAY_SECONDS * 1000;
}

/** 'The customer was told by email that the parcel was delivered, and gets no other email about this.' */
export function undoText(undo: Undo): string {
  return `The customer was told by email ${EMAIL_TEXTS[undo]}, and gets no other email about this.`;
}
