import { expect, test } from 'vitest';
import { itemCount, paymentMethodName } from './order.ts';

test('a number of items is written in the singular or the plural', () => {
  expect([0, 1, 2, 12].map(itemCount)).toEqual(['0 items', '1 item', '2 items', '12 items']);
});

test('payment methods have names; without one it is "Not specified"', () => {
  expect(paymentMethodName('cod')).toBe('Cash on Delivery (COD)');
  expect(paymentMethodName('razorpay')).toBe('Online Payment (Razorpay)');
  expect(paymentMethodName(null)).toBe('Not specified');
});
