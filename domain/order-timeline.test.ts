import { expect, test } from 'vitest';
import { keysOf } from './keys-of.ts';
import { withoutUndoneEvents } from './order-timeline.ts';
import { TRANSITIONS, UNDO_VERB_OF, UNDO_VERBS, VERBS, type Verb } from './order-verbs.ts';
import { possibleVerbs } from './possible-verbs.ts';

const standing = (...kinds: string[]) =>
  withoutUndoneEvents(kinds.map((kind) => ({ kind }))).map(({ kind }) => kind);

test('a step that was taken back never happened', () => {
  expect(standing('confirm', 'pack', 'unpack')).toEqual(['confirm']);
  expect(standing('pack', 'hand_over', 'take_back', 'hand_over')).toEqual(['pack', 'hand_over']);
  expect(standing('hand_over', 'deliver', 'undeliver', 'attempt_failed', 'deliver')).toEqual([
    'hand_over',
    'attempt_failed',
    'deliver',
  ]);
  expect(standing('unpack')).toEqual([]);
  expect(standing('pack', 'hand_over', 'take_back', 'unpack')).toEqual([]);
  expect(standing('hand_over', 'attempt_failed', 'undo_attempt_failed')).toEqual(['hand_over']);
  expect(standing('confirm', 'cancel', 'undo_cancel')).toEqual(['confirm']);
});

test('what takes a step back leads from where the step leads to, and to where it came from', () => {
  for (const verb of VERBS) {
    const undo = UNDO_VERB_OF[verb];
    if (!undo) continue;
    const ways = (of: Verb) => TRANSITIONS.filter((each) => each.verb === of);
    const back = ways(undo).map(({ from, to }) => `${to} to ${from}`);
    expect(back.sort(), verb).toEqual(
      ways(verb)
        .map(({ from, to }) => `${from} to ${to}`)
        .sort(),
    );
  }
});

test('every step but one can be undone: a parcel that was received back is in stock, or refunded', () => {
  const undone = new Set<Verb>([...UNDO_VERBS, ...keysOf(UNDO_VERB_OF)]);
  expect(VERBS.filter((verb) => !undone.has(verb))).toEqual(['receive_back']);
  expect(Object.values(UNDO_VERB_OF).sort()).toEqual([...UNDO_VERBS].sort());
});

const order = {
  fulfilment: 'shipped',
  payment_method: 'cod',
  payment_mode: null,
  failed_attempts: 0,
  cash_settled: false,
  sold_pieces: 0,
  returned_pieces: 0,
  return_undoable: false,
  refund_declinable: false,
  decline_undoable: false,
  reopenable: false,
  wholly_refunded: false,
} as const;

test('a parcel is taken back before the courier has tried, and not after', () => {
  expect(possibleVerbs(order)).toContain('take_back');
  expect(possibleVerbs({ ...order, failed_attempts: 1 })).not.toContain('take_back');
});

test('a test payment moves no goods, and an order that is paid stays confirmed', () => {
  const paid = { ...order, fulfilment: 'confirmed', payment_method: 'razorpay' } as const;
  expect(possibleVerbs({ ...paid, payment_mode: 'sandbox' })).toEqual(['cancel']);
  expect(possibleVerbs({ ...paid, payment_mode: 'live' })).toEqual(['pack', 'hand_over', 'cancel']);
});

test('a delivery cannot be undone after its cash was remitted', () => {
  const delivered = { ...order, fulfilment: 'delivered' } as const;
  expect(possibleVerbs(delivered)).toEqual(['undeliver']);
  expect(possibleVerbs({ ...delivered, cash_settled: true })).toEqual([]);
});

test('what was delivered can be sent back while a piece is left, and until its refund that can be undone', () => {
  const delivered = { ...order, fulfilment: 'delivered', sold_pieces: 2 } as const;
  expect(possibleVerbs(delivered)).toEqual(['undeliver', 'receive_return']);
  const one = { ...delivered, returned_pieces: 1, return_undoable: true };
  expect(possibleVerbs(one)).toEqual(['receive_return', 'undo_return']);
  expect(possibleVerbs({ ...one, returned_pieces: 2 })).toEqual(['undo_return']);
  expect(possibleVerbs({ ...one, return_undoable: false })).toEqual(['receive_return']);
  const waiting = { ...one, refund_declinable: true };
  expect(possibleVerbs(waiting)).toEqual(['receive_return', 'undo_return', 'decline_refund']);
  const declined = { ...one, return_undoable: false, decline_undoable: true };
  expect(possibleVerbs(declined)).toEqual(['receive_return', 'undo_decline_refund']);
});
