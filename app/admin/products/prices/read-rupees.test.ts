import { expect, test } from 'vitest';
import { priceFault, readOptionalRupees, readRupees } from './read-rupees.ts';

test('reads amounts as people type them', () => {
  expect(['499', ' ₹1,299.50 ', '0.5'].map(readRupees)).toEqual([499, 1299.5, 0.5]);
  for (const wrong of ['', 'abc', '-1', '1.234', '1e3', '4 9 9 x'])
    expect(readRupees(wrong)).toBeNaN();
  expect(readOptionalRupees(' ')).toBeNull();
});

test('says why a price cannot be saved', () => {
  expect(priceFault(499, null)).toBeNull();
  expect(priceFault(499, 499)).toBeNull();
  expect(priceFault(500, 499)).toContain('above the MRP');
  expect(priceFault(Number.NaN, null)).toContain('Enter a price');
  expect(priceFault(1, Number.NaN)).toContain('MRP');
});
