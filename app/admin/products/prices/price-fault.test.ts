import { expect, test } from 'vitest';
import { priceFault } from './price-fault.ts';

test('a price that cannot be saved gets the reason why', () => {
  expect(priceFault(499, null)).toBeNull();
  expect(priceFault(499, 499)).toBeNull();
  expect(priceFault(500, 499)).toContain('above the MRP');
  expect(priceFault(Number.NaN, null)).toContain('Enter a price');
  expect(priceFault(1, Number.NaN)).toContain('MRP');
});
