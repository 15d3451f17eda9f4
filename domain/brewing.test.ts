import { expect, test } from 'vitest';
import { cupsIn, netGrams, pricePer } from './brewing.ts';

test.each([
  ['a pouch', [{ count: 1, item: 'pouch', grams: 50 }], 50, 25],
  [
    'two tins and a cup',
    [
      { count: 2, item: 'tin', grams: 125 },
      { count: 1, item: 'cup' },
    ],
    250,
    125,
  ],
  ['tins with an odd number of grams', [{ count: 2, item: 'tin', grams: 51 }], 102, 51],
  ['a remaining half cup', [{ count: 1, item: 'tin', grams: 51 }], 51, 25],
  ['tea bags of the usual size', [{ count: 50, item: 'bag', grams: 2 }], 100, 50],
  [
    'small and large tea bags',
    [
      { count: 20, item: 'bag', grams: 1.5 },
      { count: 10, item: 'bag', grams: 3 },
    ],
    60,
    30,
  ],
  ['a cup without flowers', [{ count: 1, item: 'cup' }], 0, 0],
  ['unknown contents', [], 0, 0],
])('%s: grams and cups', (_, contents, grams, cups) => {
  expect([netGrams(contents), cupsIn(contents)]).toEqual([grams, cups]);
});

test('the price of a cup is rounded to paise', () => {
  expect(pricePer(49_900, 25)).toBe(1996);
  expect(pricePer(129_900, 200)).toBe(650);
  expect(() => pricePer(49_900, 0)).toThrow(RangeError);
});
