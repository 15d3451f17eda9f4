import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatOrderDate, itemCount, paymentMethodName } from './order.ts';

describe('the day of an order', () => {
  test('reads like Nov 21, 2026', () => {
    expect(formatOrderDate('2026-11-21T06:00:00.000Z')).toBe('Nov 21, 2026');
    expect(formatOrderDate('2026-03-05T06:00:00.000Z')).toBe('Mar 05, 2026');
  });

  test('is counted in India: it begins at 18:30 UTC', () => {
    expect(formatOrderDate('2026-11-21T18:29:59.999Z')).toBe('Nov 21, 2026');
    expect(formatOrderDate('2026-11-21T18:30:00.000Z')).toBe('Nov 22, 2026');
    expect(formatOrderDate('2026-12-31T18:30:00.000Z')).toBe('Jan 01, 2027');
  });

  test('has the same shape on every day', () => {
    const instant = fc.date({
      min: new Date('2020-01-01'),
      max: new Date('2099-12-31'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(instant, (at) => {
        expect(formatOrderDate(at.toISOString())).toMatch(/^[A-Z][a-z]{2} \d{2}, \d{4}$/);
      }),
    );
  });
});

test('one item, several items', () => {
  expect([0, 1, 2, 12].map(itemCount)).toEqual(['0 items', '1 item', '2 items', '12 items']);
});

test('payment methods have names, none is not specified', () => {
  expect(paymentMethodName('cod')).toBe('Cash on Delivery (COD)');
  expect(paymentMethodName('razorpay')).toBe('Online Payment (Razorpay)');
  expect(paymentMethodName(null)).toBe('Not specified');
});
