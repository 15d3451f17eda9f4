import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type ComparedItem,
  cartTotal,
  clampQuantity,
  itemProblem,
  lineTotal,
  MAX_QUANTITY,
  MIN_QUANTITY,
  type PricedItem,
} from './cart.ts';
import { toRupees } from './money.ts';

const item: fc.Arbitrary<PricedItem> = fc.record({
  price: fc.integer({ min: 1, max: 100_000_00 }).map(toRupees),
  quantity: fc.integer({ min: MIN_QUANTITY, max: MAX_QUANTITY }),
});
const items = fc.array(item, { maxLength: 100 });

describe('totals', () => {
  test('an item costs its price times its quantity', () => {
    expect(toRupees(lineTotal({ price: 499, quantity: 3 }))).toBe(1497);
    expect(toRupees(lineTotal({ price: 0.1, quantity: 3 }))).toBe(0.3);
  });

  test('an item with quantity n costs as much as n items', () => {
    fc.assert(
      fc.property(item, ({ price, quantity }) => {
        const singles = Array.from({ length: quantity }, () => ({ price, quantity: 1 }));
        return cartTotal(singles) === lineTotal({ price, quantity });
      }),
    );
  });

  test('the cart’s total is the sum of its items in whole paise, whatever their order', () => {
    fc.assert(
      fc.property(items, items, (some, more) => {
        expect(cartTotal([...some, ...more])).toBe(cartTotal(some) + cartTotal(more));
        expect(cartTotal([...more, ...some])).toBe(cartTotal([...some, ...more]));
        expect(cartTotal(some)).toSatisfy(Number.isSafeInteger);
      }),
    );
    expect(cartTotal([])).toBe(0);
  });
});

test('a quantity is a whole number from 1 to 999, and no more than the stock but at least one', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true }), fc.integer({ min: 0 }), (wanted, stock) => {
      const quantity = clampQuantity(wanted, stock);
      expect(quantity).toSatisfy(Number.isInteger);
      expect(quantity).toBeGreaterThanOrEqual(MIN_QUANTITY);
      expect(quantity).toBeLessThanOrEqual(Math.min(MAX_QUANTITY, Math.max(stock, 1)));
      const good = Math.min(MAX_QUANTITY, stock || 1);
      expect(clampQuantity(good), 'a valid one is unchanged').toBe(good);
    }),
  );
});

describe('itemProblem', () => {
  const sound: ComparedItem = {
    price: 499,
    current_price: 499,
    quantity: 2,
    stock: 2,
    available: true,
  };

  test.each([
    ['product_gone', { available: false }],
    ['out_of_stock', { stock: 1 }],
    ['over_limit', { order_limit: 1 }],
    ['out_of_stock', { stock: 1, order_limit: 1 }],
    ['price_changed', { current_price: 549 }],
    ['price_changed', { current_price: 449 }],
    ['out_of_stock', { stock: 0, current_price: 549 }],
    ['product_gone', { stock: 0, current_price: 549, available: false }],
  ])('%s for %o', (problem, change) => {
    expect(itemProblem({ ...sound, ...change })).toBe(problem);
  });

  test('is null when the item is sold, in stock and at its current price', () => {
    expect(itemProblem(sound)).toBeNull();
  });
});
