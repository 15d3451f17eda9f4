import { expect, test } from 'vitest';
import { priceErrors } from './price-form.tsx';
import { instantOf, nextMidnight } from './schedule-form.tsx';

test('prices that cannot be saved get the reason why, at the field to change', () => {
  expect(priceErrors({ price: 499, mrp: 499 })).toEqual({});
  expect(priceErrors({ price: 500, mrp: 499 })).toEqual({
    mrp: expect.stringContaining('above this MRP'),
  });
  expect(priceErrors({ price: Number.NaN, mrp: 499 })).toEqual({
    price: expect.stringContaining('Enter a price'),
  });
  expect(priceErrors({ price: 1, mrp: Number.NaN })).toEqual({
    mrp: expect.stringContaining('printed on the packs'),
  });
});

test('typed times are Indian time in any time zone of the browser', () => {
  expect(instantOf('2026-11-22T00:00')).toBe('2026-11-21T18:30:00.000Z');
  expect(instantOf('2026-13-22T00:00')).toBeNull();
  expect(instantOf('')).toBeNull();
});

test('the next midnight is that of India, also while it is still the day before in London', () => {
  expect(nextMidnight(Date.parse('2026-11-21T18:29:00Z'))).toBe('2026-11-22T00:00');
  expect(nextMidnight(Date.parse('2026-11-21T18:31:00Z'))).toBe('2026-11-23T00:00');
});
