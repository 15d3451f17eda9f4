import { expect, test } from 'vitest';
import { priceErrors } from './price-errors.ts';

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
