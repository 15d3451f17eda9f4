import { UNDONE_BY, withoutUndone } from '#domain/order-timeline.ts';
import { OVERTAKEN_BY } from './order-update-email.ts';
import type { StoredEvent } from './timeline.ts';

/** Whether this verb undoes one that overtakes steps: their mails were left out, and are news again. */
export function mayRestoreSteps(verb: string): boolean {
  const undone = UNDONE_BY.get(verb);
  return undone !== undefined && [...OVERTAKEN_BY.values()].flat().includes(undone);
}

/**
 * The ids of the steps that this event of an order has made true again, and that the shopper has not been told about: those
 * before an undo that stand, and that the undone step had overtaken.
 */
export function restoredSteps(events: readonly StoredEvent[], eventId: string): string[] {
  const place = events.findIndex(({ id }) => id === eventId);
  const undone = UNDONE_BY.get(events[place]?.kind ?? '');
  if (undone === undefined) return [];
  const before = new Set(events.slice(0, place).map(({ id }) => id));
  return withoutUndone(events)
    .filter(({ id, kind, mailed }) => {
      const isRestored = OVERTAKEN_BY.get(kind)?.includes(undone) ?? false;
      return isRestored && !mailed && before.has(id);
    })
    .map(({ id }) => id);
}
