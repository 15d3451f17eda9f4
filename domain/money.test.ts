import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cupsIn, netGrams, pricePer } from './brewing.ts';
import { formatPaise, formatRupees, toPaise, toRupees } from './money.ts';

const MAX_AMOUNT = 9_999_999_999_99;
const paise = fc.integer({ min: 0, max: MAX_AMOUNT });

describe('rupees and paise', () => {
  test('every amount survives conversion to rupees and back, also through JSON', () => {
    fc.assert(fc.property(paise, (amount) => toPaise(toRupees(amount)) === amount));
    fc.assert(
      fc.property(paise, (amount) => toPaise(JSON.parse(`${toRupees(amount)}`)) === amount),
    );
  });

  test('every price with two decimals is converted exactly', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 9_999_999_999 }), fc.nat(99), (rupees, rest) => {
        const written = Number(`${rupees}.${String(rest).padStart(2, '0')}`);
        return toPaise(written) === rupees * 100 + rest;
      }),
    );
  });

  test('what is no amount is rejected', () => {
    const { NaN: none, POSITIVE_INFINITY, NEGATIVE_INFINITY } = Number;
    const fractions = [0.001, 499.995, 100.000005, 1e-7, 1e-9 + 0.005];
    for (const rupees of [none, POSITIVE_INFINITY, NEGATIVE_INFINITY, ...fractions])
      expect(() => toPaise(rupees), `${rupees}`).toThrow(RangeError);
  });

  test('an amount that the tables cannot hold is rejected', () => {
    expect(toPaise(9_999_999_999.99)).toBe(MAX_AMOUNT);
    expect(() => toPaise(10_000_000_000)).toThrow(RangeError);
    expect(() => toPaise(-10_000_000_000)).toThrow(RangeError);
  });
});

describe('a formatted amount', () => {
  test('is grouped as in India, with the rupee sign and two decimals', () => {
    expect(formatRupees(499)).toBe('₹499.00');
    expect(formatRupees(1299.5)).toBe('₹1,299.50');
    expect(formatRupees(1_234_567.89)).toBe('₹12,34,567.89');
    expect(formatPaise(0)).toBe('₹0.00');
  });

  test('always has the sign and exactly two decimals, and loses no paisa', () => {
    fc.assert(
      fc.property(paise, (amount) => {
        const shown = formatPaise(amount);
        expect(shown).toMatch(/^₹[\d,]+\.\d\d$/);
        expect(Number(shown.replace(/\D/g, ''))).toBe(amount);
      }),
    );
  });
});

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
