import { expect, test } from 'vitest';
import { readRupees, typedRupees } from './read-rupees.ts';

test('typed amounts are read with or without the rupee sign, commas and spaces', () => {
  expect(['499', ' ₹1,299.50 ', '0.5'].map(readRupees)).toEqual([499, 1299.5, 0.5]);
  for (const wrong of ['', 'abc', '-1', '1.234', '1e3', '4 9 9 x'])
    expect(readRupees(wrong)).toBeNaN();
});

test('an amount in a field is written as somebody would type it', () => {
  expect([499, 449.5, 0.05].map(typedRupees)).toEqual(['499', '449.50', '0.05']);
});
