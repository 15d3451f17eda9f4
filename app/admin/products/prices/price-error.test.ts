import { expect, test } from 'vitest';
import { priceError } from './price-error.ts';

test('a price that cannot be saved gets the reason why', () => {
  expect(priceError(499, null)).toBeNull();
  expect(priceError(499, 499)).toBeNull();
  expect(priceError(500, 499)).toContain('above the MRP');
  expect(priceError(Number.NaN, null)).toContain('Enter a price');
  expect(priceError(1, Number.NaN)).toContain('MRP');
});
