import { withoutUndoneEvents } from '#domain/order-timeline.ts';
import { confirmationSubject } from './order-confirmation-email.ts';
import { updateAbout } from './order-update-email.ts';
import type { LastUpdate } from './order-update-query.ts';
import { UPDATE_TEXTS } from './order-update-texts.ts';

/** An email that can be sent again: `event` is the id of the step that it is about, null for the confirmation. */
export type LastEmail = { event: string | null; subject: string };

/**
 * The email that tells of an order as it is now: about its last step that has one and was not undone; else its
 * confirmation. A sentence for the staff if none can be sent.
 */
export function lastEmail(order: LastUpdate): LastEmail | string {
  if (order.customer_deleted) return DELETED;
  if (order.email === null) return UNKNOWN_ADDRESS;
  const step = withoutUndoneEvents(order.events).findLast(({ kind }) => UPDATE_TEXTS.has(kind));
  if (step) {
    const update = updateAbout(order, step.id, '');
    return update ? { event: step.id, subject: update.subject } : OUTDATED;
  }
  // Orders from before their steps were kept.
  if (order.status === 'cancelled') return OUTDATED;
  return { event: null, subject: confirmationSubject(order.order_number) };
}

const DELETED = 'This customer has asked to be deleted, so nothing is sent again.';

const UNKNOWN_ADDRESS =
  'The email address of this old order was not kept. Ask the customer for it and write to them yourself.';

const OUTDATED =
  'What the last email about this order said is no longer true, so it is not sent again. Please write to the customer yourself.';
