import { expect, test } from 'vitest';
import { slipExclusion } from './slip-exclusion.ts';

const ORDER = { fulfilment: 'confirmed', payment_mode: 'live', wholly_refunded: false } as const;

test('an order that will be sent or was sent has a slip', () => {
  expect(slipExclusion(ORDER)).toBeNull();
  expect(slipExclusion({ ...ORDER, payment_mode: null })).toBeNull();
  expect(slipExclusion({ ...ORDER, fulfilment: 'shipped' })).toBeNull();
});

test('an order that is never sent has no slip but a reason', () => {
  expect(slipExclusion({ ...ORDER, fulfilment: 'cancelled' })).toBe('Cancelled');
  expect(slipExclusion({ ...ORDER, fulfilment: 'lost' })).toBe('Lost');
});

test('an order that was refunded in full before it was sent has no slip', () => {
  expect(slipExclusion({ ...ORDER, wholly_refunded: true })).toBe('Refunded');
  expect(slipExclusion({ ...ORDER, fulfilment: 'packed', wholly_refunded: true })).toBe('Refunded');
});

test('an order paid with test money has no slip', () => {
  expect(slipExclusion({ ...ORDER, payment_mode: 'test' })).toBe('Test payment');
  expect(slipExclusion({ ...ORDER, payment_mode: 'sandbox' })).toBe('Test payment');
});
