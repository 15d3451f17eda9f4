import { expect, test } from 'vitest';
import { proposedAmount, readRefundAmount } from './refund-amount.ts';

test.each([
  ['200', 200],
  [' ₹1,200.50 ', 1200.5],
  ['', 'Enter an amount in rupees'],
  ['0', 'Enter an amount in rupees'],
  ['-5', 'Enter an amount in rupees'],
  ['1.005', 'Enter an amount in rupees'],
  ['ten', 'Enter an amount in rupees'],
  ['2000.01', 'You can refund at most ₹2,000.00'],
])('%j is parsed as %j', (typed, read) => {
  expect(readRefundAmount(typed, 2000)).toBe(read);
});

test('what a return still owes is proposed, but never more than can be refunded this way', () => {
  const order = { refund_due: 599, order_items: [] };
  expect(proposedAmount(order, 998)).toBe('599');
  expect(proposedAmount(order, 100)).toBe('100');
});
