import { keysOf } from './keys-of.ts';
import { UNDO, type Verb } from './order-verbs.ts';

/** The verb that an event's kind takes back, by that kind. */
export const UNDONE_BY = new Map<string, Verb>();
for (const verb of keysOf(UNDO)) {
  const undo = UNDO[verb];
  if (undo) UNDONE_BY.set(undo, verb);
}

/**
 * The events that were not undone, oldest first, without those that undid others. An `unpack` that undoes nothing is left
 * out too: it means nothing to a shopper.
 */
export function withoutUndone<Event extends { kind: string }>(events: readonly Event[]): Event[] {
  const standing: Event[] = [];
  for (const event of events) {
    const undone = UNDONE_BY.get(event.kind);
    if (undone === undefined) {
      standing.push(event);
      continue;
    }
    const at = standing.findLastIndex(({ kind }) => kind === undone);
    if (at >= 0) standing.splice(at, 1);
  }
  return standing;
}
