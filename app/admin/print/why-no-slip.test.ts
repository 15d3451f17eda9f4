import { expect, test } from 'vitest';
import { whyNoSlip } from './why-no-slip.ts';

const ORDER = { fulfilment: 'confirmed', payment_mode: 'live', wholly_refunded: false } as const;

test('an order that is to be sent, or was sent, has a slip', () => {
  expect(whyNoSlip(ORDER)).toBeNull();
  expect(whyNoSlip({ ...ORDER, payment_mode: null })).toBeNull();
  expect(whyNoSlip({ ...ORDER, fulfilment: 'shipped' })).toBeNull();
});

test('what is never sent has none, and is named with its reason', () => {
  expect(whyNoSlip({ ...ORDER, fulfilment: 'cancelled' })).toBe('Cancelled');
  expect(whyNoSlip({ ...ORDER, fulfilment: 'lost' })).toBe('Lost');
});

test('an order whose money was given back before it was sent has none', () => {
  expect(whyNoSlip({ ...ORDER, wholly_refunded: true })).toBe('Refunded');
  expect(whyNoSlip({ ...ORDER, fulfilment: 'packed', wholly_refunded: true })).toBe('Refunded');
});

test('an order paid with test money has none', () => {
  expect(whyNoSlip({ ...ORDER, payment_mode: 'test' })).toBe('Test payment');
  expect(whyNoSlip({ ...ORDER, payment_mode: 'sandbox' })).toBe('Test payment');
});
