import { expect, test } from 'vitest';
import { type Fulfilment, nextVerb, possibleVerbs, type Verb } from './fulfilment.ts';

test('what usually comes next is offered first: a parcel on its way is delivered', () => {
  const next = (fulfilment: Fulfilment): Verb | undefined =>
    nextVerb(
      possibleVerbs({
        fulfilment,
        payment_method: 'cod',
        payment_mode: null,
        failed_attempts: 1,
        cash_settled: false,
        sold_pieces: 2,
        returned_pieces: 0,
        return_undoable: false,
      }),
    );
  expect(next('pending')).toBe('confirm');
  expect(next('confirmed')).toBe('pack');
  expect(next('packed')).toBe('hand_over');
  expect(next('shipped')).toBe('deliver');
  expect(next('returning')).toBe('receive_back');
  expect(next('delivered')).toBeUndefined();
  expect(next('cancelled')).toBeUndefined();
});
