import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatPaise, formatRupees, toPaise, toRupees } from './money.ts';

const MAX_AMOUNT = 9_999_999_999_99;
const paise = fc.integer({ min: 0, max: MAX_AMOUNT });

describe('rupees and paise', () => {
  test('every amount survives conversion to rupees and back', () => {
    fc.assert(fc.property(paise, (amount) => toPaise(toRupees(amount)) === amount));
  });

  test('every amount survives JSON', () => {
    fc.assert(
      fc.property(
        paise,
        (amount) => toPaise(JSON.parse(JSON.stringify(toRupees(amount)))) === amount,
      ),
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

  test('sums of paise are exact where sums of rupees are not', () => {
    expect(0.1 + 0.2).not.toBe(0.3);
    expect(toRupees(toPaise(0.1) + toPaise(0.2))).toBe(0.3);
  });

  test.each([
    Number.NaN,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    0.001,
    499.995,
    100.000005,
    1e-7,
    1e-9 + 0.005,
  ])('%d is not an amount', (rupees) => {
    expect(() => toPaise(rupees)).toThrow(RangeError);
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
