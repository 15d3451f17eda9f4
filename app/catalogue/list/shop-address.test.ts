import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MAX_COUNT } from '#app/catalogue/categories.ts';
import { CATEGORIES, MAX_COUNT as COUNTED_BY_SERVER, SORT_ORDERS } from '#contract/catalogue.ts';
import { oneLine } from '#domain/text.ts';
import { readFilter } from './read-filter.ts';
import { shopAddress, withoutFilters } from './shop-address.ts';

const read = (address: string) => readFilter(new URL(address, 'http://shop').searchParams);

test('a URL contains the filter it was made from', () => {
  const filters = fc.record({
    search: fc.option(
      fc.string({ minLength: 1, maxLength: 120 }).filter((text) => oneLine(text) === text),
      { nil: undefined },
    ),
    category: fc.constantFrom(undefined, ...CATEGORIES),
    min_price: fc.option(fc.integer({ min: 0, max: 9_999_999 }), { nil: undefined }),
    max_price: fc.option(fc.integer({ min: 0, max: 9_999_999 }), { nil: undefined }),
    sort: fc.constantFrom(...SORT_ORDERS),
    after: fc.option(fc.string({ minLength: 1, maxLength: 64 }), { nil: undefined }),
  });
  fc.assert(
    fc.property(filters, (filter) => {
      expect(read(shopAddress(filter))).toEqual(filter);
    }),
  );
});

test('the whole collection has one URL', () => {
  expect(shopAddress({ sort: 'popularity' })).toBe('/shop');
});

test('a filter is removed from a URL, which then shows the first page', () => {
  const address = '/shop?search=tea+pack&min_price=100&max_price=500&sort=newest&after=7';
  expect(withoutFilters(address, 'search')).toBe('/shop?min_price=100&max_price=500&sort=newest');
  expect(withoutFilters('/shop?max_price=500&after=7', 'min_price', 'max_price')).toBe('/shop');
});

test('invalid parts are ignored', () => {
  expect(read('/shop?sort=loudest&category=all&search=%20%20')).toEqual({
    search: undefined,
    category: undefined,
    min_price: undefined,
    max_price: undefined,
    sort: 'popularity',
    after: undefined,
  });
  expect(read('/shop?min_price=-1&max_price=1e3&after=')).toEqual(read('/shop'));
  expect(read('/shop?min_price=4.5&max_price=12345678')).toEqual(read('/shop'));
});

test('of a search that is too long, the link has as much as the field takes', () => {
  expect(read(`/shop?search=${'x'.repeat(119)}+yz`).search).toBe('x'.repeat(119));
  expect(read(`/shop?search=${'x'.repeat(119)}🌸z`).search).toBe('x'.repeat(119));
  expect(read(`/shop?search=${'x '.repeat(60)}%20%20y`).search).toBe('x '.repeat(60).trim());
});

test('the page knows how far the server counts', () => {
  expect(MAX_COUNT).toBe(COUNTED_BY_SERVER);
});
