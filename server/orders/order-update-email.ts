import { UNDONE_BY, withoutUndoneEvents } from '#domain/order-timeline.ts';
import type { EmailContent } from '#server/email/template/content.ts';
import { confirmationSubject } from './order-confirmation-email.ts';
import type { LastUpdate, OrderUpdate } from './order-update-query.ts';
import { isRefundSettled, UPDATE_TEXTS } from './order-update-texts.ts';
import type { StoredEvent } from './timeline.ts';

/**
 * The email about an order event. Null if it was sent before; if its refund is no longer on its way: the email about the
 * completed refund may already be sent; and where `updateAbout` is.
 */
export function orderUpdate(
  order: OrderUpdate,
  eventId: string,
  link: string,
): EmailContent | null {
  const event = order.events.find(({ id }) => id === eventId);
  if (!event || event.mailed) return null;
  if (event.kind === 'refund' && isRefundSettled(order, eventId)) return null;
  return updateAbout(order, eventId, link);
}

/**
 * The email about an order event, whether or not it was sent before. Null if the event was undone or outdated; if its
 * refund has failed; or if the address is unknown. `link` opens the timeline without signing in.
 */
export function updateAbout(
  order: OrderUpdate,
  eventId: string,
  link: string,
): EmailContent | null {
  const currentEvents = withoutUndoneEvents(order.events);
  const index = currentEvents.findIndex(({ id }) => id === eventId);
  const event = currentEvents[index];
  const write = event && UPDATE_TEXTS.get(event.kind);
  if (!event || !write || order.email === null) return null;
  if (event.kind === 'refund' && order.refund_statuses[eventId] === 'failed') return null;
  if (currentEvents.slice(index + 1).some((later) => isOutdatedBy(event, later))) return null;
  const { subject, heading, text, more = [] } = write(order, event);
  return {
    idempotencyKey: `order-mail:${order.id}:${eventId}`,
    to: order.email,
    subject,
    preview: text,
    heading,
    blocks: [text, ...more, { kind: 'action', label: 'See where your order is', url: link }],
    reason: 'You get this email because you ordered from us.',
  };
}

const REFUNDS: readonly string[] = ['refund', 'manual_refund'];

/**
 * The later steps that make an event's email untrue: it says 'we are packing it next', 'have the cash ready' or 'they
 * will try again'. The email is then not sent.
 */
const OUTDATED_BY = new Map<string, readonly string[]>([
  ['confirm', ['hand_over', 'cancel']],
  ['hand_over', ['deliver', 'return_to_origin', 'receive_back', 'lose']],
  ['correct_parcel', ['correct_parcel', 'deliver', 'return_to_origin', 'receive_back', 'lose']],
  ['attempt_failed', ['deliver', 'return_to_origin', 'receive_back', 'lose']],
  // The email about a second return covers both. After the refund nobody is asked where to send the money.
  ['receive_return', ['receive_return', ...REFUNDS]],
  // A later email has the latest address, and a parcel that has arrived, come back or been lost goes to no address.
  [
    'correct_address',
    ['correct_address', 'cancel', 'deliver', 'return_to_origin', 'receive_back', 'lose'],
  ],
]);

function isOutdatedBy({ kind }: StoredEvent, later: StoredEvent): boolean {
  // A refund for another reason does not settle the return: see the trigger settle_returns.
  if (REFUNDS.includes(later.kind) && later.data.reason !== 'returned') return false;
  return OUTDATED_BY.get(kind)?.includes(later.kind) ?? false;
}

/** Whether such an event undoes one that makes earlier steps outdated: emails about those may have been skipped. */
export function mayRestoreSteps(kind: string): boolean {
  const undone = UNDONE_BY.get(kind);
  return undone !== undefined && [...OUTDATED_BY.values()].flat().includes(undone);
}

/**
 * The ids of the steps whose emails must be sent because of an undo: steps before it that the undone step had made
 * outdated, that are not undone themselves, and about which no email was sent.
 *
 * @param eventId the event of the undo; for any other event the result is empty.
 */
export function restoredSteps(events: readonly StoredEvent[], eventId: string): string[] {
  const index = events.findIndex(({ id }) => id === eventId);
  const undone = UNDONE_BY.get(events[index]?.kind ?? '');
  if (undone === undefined) return [];
  const before = new Set(events.slice(0, index).map(({ id }) => id));
  return withoutUndoneEvents(events)
    .filter(({ id, kind, mailed }) => {
      const isRestored = OUTDATED_BY.get(kind)?.includes(undone) ?? false;
      return isRestored && !mailed && before.has(id);
    })
    .map(({ id }) => id);
}

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
