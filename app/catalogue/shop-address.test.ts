import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CATEGORIES, SORT_ORDERS } from '#contract/catalogue.ts';
import { readFilter } from './read-filter.ts';
import { shopAddress } from './shop-address.ts';

const read = (address: string) => readFilter(new URL(address, 'http://shop').searchParams);

test('an address says again what it was made of', () => {
  const filters = fc.record({
    search: fc.option(
      fc.string({ minLength: 1, maxLength: 100 }).filter((text) => text.trim() === text),
      { nil: undefined },
    ),
    category: fc.constantFrom(undefined, ...CATEGORIES),
    sort: fc.constantFrom(...SORT_ORDERS),
  });
  fc.assert(
    fc.property(filters, (filter) => {
      expect(read(shopAddress(filter))).toEqual(filter);
    }),
  );
});

test('the whole collection has one address', () => {
  expect(shopAddress({ sort: 'popularity' })).toBe('/shop');
});

test('what is not understood is left out', () => {
  expect(read('/shop?sort=loudest&category=all&search=%20%20')).toEqual({
    search: undefined,
    category: undefined,
    sort: 'popularity',
  });
  expect(read(`/shop?sort=newest&search=${'x'.repeat(101)}`)).toMatchObject({
    search: undefined,
    sort: 'newest',
  });
});
