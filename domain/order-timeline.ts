import { keysOf } from './keys-of.ts';
import { UNDO_VERB_OF, type Verb } from './order-verbs.ts';

/** The verb that an event's kind takes back, by that kind. */
export const UNDONE_VERB_OF = new Map<string, Verb>();
for (const verb of keysOf(UNDO_VERB_OF)) {
  const undo = UNDO_VERB_OF[verb];
  if (undo) UNDONE_VERB_OF.set(undo, verb);
}

/**
 * The events that were not undone, oldest first, without those that undid others. An `unpack` that undoes nothing is left
 * out too: it means nothing to a shopper.
 */
export function withoutUndoneEvents<Event extends { kind: string }>(
  events: readonly Event[],
): Event[] {
  const standing: Event[] = [];
  for (const event of events) {
    const undone = UNDONE_VERB_OF.get(event.kind);
    if (undone === undefined) {
      standing.push(event);
      continue;
    }
    const at = standing.findLastIndex(({ kind }) => kind === undone);
    if (at < 0) continue;
    const later = standing.splice(at).slice(1);
    // What was corrected of a parcel is over with its hand-over.
    const isOver = ({ kind }: Event) => undone === 'hand_over' && kind === 'correct_parcel';
    standing.push(...later.filter((each) => !isOver(each)));
  }
  return standing;
}
