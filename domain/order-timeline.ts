import { keysOf } from './keys-of.ts';
import { UNDO_KINDS, type Undoable } from './order-verbs.ts';

/** The undone step by the kind of the event that undoes it. */
export const UNDONE_BY: ReadonlyMap<string, Undoable> = new Map(
  keysOf(UNDO_KINDS).map((step) => [UNDO_KINDS[step], step]),
);

/**
 * The events that were not undone, oldest first, without those that undid them. An `unpack` that undoes no `pack` is
 * left out as well: it means nothing to a shopper.
 */
export function withoutUndoneEvents<Event extends { kind: string }>(
  events: readonly Event[],
): Event[] {
  const remaining: Event[] = [];
  for (const event of events) {
    const undone = UNDONE_BY.get(event.kind);
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
