import { keysOf } from './keys-of.ts';
import { UNDO_VERB_OF, type Verb } from './order-verbs.ts';

/** The undone verb by the kind of the event that undoes it. */
export const UNDONE_VERB_OF = new Map<string, Verb>();
for (const verb of keysOf(UNDO_VERB_OF)) {
  const undo = UNDO_VERB_OF[verb];
  if (undo) UNDONE_VERB_OF.set(undo, verb);
}

/**
 * The events that were not undone, oldest first, without those that undid them. An `unpack` that undoes no `pack` is
 * left out as well: it means nothing to a shopper.
 */
export function withoutUndoneEvents<Event extends { kind: string }>(
  events: readonly Event[],
): Event[] {
  const remaining: Event[] = [];
  for (const event of events) {
    const undone = UNDONE_VERB_OF.get(event.kind);
    if (undone === undefined) {
      remaining.push(event);
      continue;
    }
    const index = remaining.findLastIndex(({ kind }) => kind === undone);
    if (index < 0) continue;
    const later = remaining.splice(index).slice(1);
    // A correction of a parcel's tracking is obsolete once its hand-over was undone.
    const isObsolete = ({ kind }: Event) => undone === 'hand_over' && kind === 'correct_parcel';
    remaining.push(...later.filter((each) => !isObsolete(each)));
  }
  return remaining;
}
