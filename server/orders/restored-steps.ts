import { UNDONE_VERB_OF, withoutUndoneEvents } from '#domain/order-timeline.ts';
import { OUTDATED_BY } from './order-update-email.ts';
import type { StoredEvent } from './timeline.ts';

/** Whether this verb undoes one that makes earlier steps outdated: emails about those may have been skipped. */
export function mayRestoreSteps(verb: string): boolean {
  const undone = UNDONE_VERB_OF.get(verb);
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
  const undone = UNDONE_VERB_OF.get(events[index]?.kind ?? '');
  if (undone === undefined) return [];
  const before = new Set(events.slice(0, index).map(({ id }) => id));
  return withoutUndoneEvents(events)
    .filter(({ id, kind, mailed }) => {
      const isRestored = OUTDATED_BY.get(kind)?.includes(undone) ?? false;
      return isRestored && !mailed && before.has(id);
    })
    .map(({ id }) => id);
}
