import { expect, test } from 'vitest';
import type { Fulfilment } from './fulfilment.ts';
import { nextVerb, type Verb } from './order-verbs.ts';
import { possibleVerbs, type VerbFacts } from './possible-verbs.ts';

const ORDER = {
  payment_method: 'cod',
  payment_mode: null,
  failed_attempts: 1,
  cash_settled: false,
  sold_pieces: 2,
  returned_pieces: 0,
  return_undoable: false,
  refund_declinable: false,
  decline_undoable: false,
  reopenable: false,
  wholly_refunded: false,
} as const;
const verbsOf = (fulfilment: Fulfilment, more: Partial<VerbFacts> = {}) =>
  possibleVerbs({ ...ORDER, ...more, fulfilment });

test('what usually comes next is offered first: a parcel on its way is delivered', () => {
  const next = (fulfilment: Fulfilment): Verb | undefined =>
    nextVerb({ fulfilment, verbs: verbsOf(fulfilment) });
  expect(next('pending')).toBe('confirm');
  expect(next('confirmed')).toBe('pack');
  expect(next('packed')).toBe('hand_over');
  expect(next('shipped')).toBe('deliver');
  expect(next('returning')).toBe('receive_back');
  expect(next('delivered')).toBeUndefined();
  expect(next('cancelled')).toBeUndefined();
});

test('a parcel that was announced as coming back is received, delivered after all, lost, or was never coming back', () => {
  expect(verbsOf('returning')).toEqual([
    'deliver',
    'undo_return_to_origin',
    'receive_back',
    'lose',
  ]);
});

test('a failed attempt is taken back as long as the parcel has one', () => {
  expect(verbsOf('shipped')).toContain('undo_attempt_failed');
  expect(verbsOf('shipped', { failed_attempts: 0 })).not.toContain('undo_attempt_failed');
});

test('a loss or a cancellation can be undone only while the order is reopenable', () => {
  for (const [given, undo] of [
    ['lost', 'undo_lose'],
    ['cancelled', 'undo_cancel'],
  ] as const) {
    expect(verbsOf(given)).toEqual([]);
    expect(verbsOf(given, { reopenable: true })).toEqual([undo]);
  }
});

test('an order that was refunded in full can only be cancelled or unpacked', () => {
  const refunded = {
    payment_method: 'razorpay',
    payment_mode: 'live',
    wholly_refunded: true,
  } as const;
  expect(verbsOf('confirmed', refunded)).toEqual(['cancel']);
  expect(verbsOf('packed', refunded)).toEqual(['unpack', 'cancel']);
});
