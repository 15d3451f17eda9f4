import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lineTotal } from './cart.ts';
import { toRupees } from './money.ts';
import {
  type CodeDiscount,
  chargeRows,
  hasCharges,
  NO_CHARGES,
  type PriceRules,
  priceOrder,
} from './price-order.ts';

const TEAS = [
  { product_id: '1', price: 499, quantity: 2 },
  { product_id: '2', price: 299, quantity: 1 },
];
const TEN_PERCENT: CodeDiscount = {
  ...{ code: 'WELCOME10', kind: 'percent', value: 10, most: null, products: null },
};
const rules = (change: Partial<PriceRules>): PriceRules => ({ ...NO_CHARGES, ...change });
const withCode = (change: Partial<CodeDiscount>) =>
  rules({ discount: { ...TEN_PERCENT, ...change } });

const FREE_SHIPPING = { name: 'Shipping', amount: 0 };

describe('an order costs', () => {
  test.each(['cod', 'razorpay'] as const)(
    'its goods and nothing else while the owner has set no fee and no discount, by %s',
    (method) => {
      const price = priceOrder(TEAS, method, NO_CHARGES);
      expect(price).toMatchObject({ subtotal: 129_700, total: 129_700, discounts: [0, 0] });
      expect(hasCharges(price)).toBe(false);
      expect(chargeRows(price)).toEqual([FREE_SHIPPING]);
    },
  );

  test.each<[string, PriceRules, 'cod' | 'razorpay', number]>([
    ['less a tenth', withCode({}), 'cod', 116_730],
    ['less a tenth of at most ₹50', withCode({ most: 5_000 }), 'cod', 124_700],
    ['less a tenth of one product', withCode({ products: ['2'] }), 'cod', 126_710],
    [
      'less nothing, for a product that is not in it',
      withCode({ products: ['3'] }),
      'cod',
      129_700,
    ],
    ['less ₹100', withCode({ kind: 'amount', value: 10_000 }), 'cod', 119_700],
    [
      'no more off than the product that a code is for',
      withCode({ kind: 'amount', value: 50_000, products: ['2'] }),
      'cod',
      99_800,
    ],
    ['a rupee, if all is taken off', withCode({ value: 100 }), 'cod', 100],
    ['less what online payment takes off', rules({ onlinePercent: 5 }), 'razorpay', 123_215],
    ['no less in cash', rules({ onlinePercent: 5 }), 'cod', 129_700],
    [
      'less first the code, then for online payment',
      { ...withCode({}), onlinePercent: 5 },
      'razorpay',
      110_893,
    ],
    ['the fee more in cash', rules({ cashFee: 4_000 }), 'cod', 133_700],
    ['no fee for cash online', rules({ cashFee: 4_000 }), 'razorpay', 129_700],
    ['shipping more', rules({ shipping: { fee: 4_900, freeFrom: 150_000 } }), 'cod', 134_600],
    [
      'no shipping from the sum on',
      rules({ shipping: { fee: 4_900, freeFrom: 129_700 } }),
      'cod',
      129_700,
    ],
    [
      'no shipping either where a code takes it below that sum',
      { ...withCode({}), shipping: { fee: 4_900, freeFrom: 129_700 } },
      'cod',
      116_730,
    ],
  ])('%s', (_, given, method, total) => {
    expect(priceOrder(TEAS, method, given).total).toBe(total);
  });
});

test('each row between subtotal and total has its name, and all but shipping are left out if they are nothing', () => {
  const given = { ...withCode({}), cashFee: 4_000, onlinePercent: 5 };
  expect(chargeRows(priceOrder(TEAS, 'cod', given))).toEqual([
    { name: 'Discount (WELCOME10)', amount: -12_970, code: 'WELCOME10' },
    FREE_SHIPPING,
    { name: 'Fee for cash on delivery', amount: 4_000 },
  ]);
  expect(chargeRows(priceOrder(TEAS, 'razorpay', given))).toEqual([
    { name: 'Discount (WELCOME10)', amount: -12_970, code: 'WELCOME10' },
    { name: 'Discount for paying online', amount: -5_837 },
    FREE_SHIPPING,
  ]);
});

const item = fc.record({
  product_id: fc.integer({ min: 1, max: 1_000 }).map(String),
  price: fc.integer({ min: 1, max: 100_000_00 }).map(toRupees),
  quantity: fc.integer({ min: 1, max: 999 }),
});
const items = fc.uniqueArray(item, {
  selector: ({ product_id }) => product_id,
  minLength: 1,
  maxLength: 30,
});
const paise = fc.oneof(fc.nat({ max: 500 }), fc.nat({ max: 1_000_000_00 }));
const percent = fc.nat({ max: 100 });
const discount: fc.Arbitrary<CodeDiscount | null> = fc.option(
  fc
    .record({
      most: fc.option(paise),
      products: fc.option(fc.array(fc.integer({ min: 1, max: 1_000 }).map(String))),
      amount: paise,
      percent,
      byPercent: fc.boolean(),
    })
    .map(({ most, products, byPercent, ...value }) => ({
      ...{ code: 'X', most, products },
      kind: byPercent ? 'percent' : 'amount',
      value: byPercent ? value.percent : value.amount,
    })),
);
const anyRules = fc.record({
  shipping: fc.record({ fee: paise, freeFrom: fc.option(paise) }),
  cashFee: paise,
  onlinePercent: percent,
  discount,
});
const method = fc.constantFrom('cod' as const, 'razorpay' as const);

describe('whatever is ordered, by whichever rules,', () => {
  test('the parts sum to the total, and the items’ discounts to both discounts', () => {
    fc.assert(
      fc.property(items, method, anyRules, (ordered, paid, given) => {
        const price = priceOrder(ordered, paid, given);
        const taken = price.coupon_discount + price.online_discount;
        expect(price.total).toBe(price.subtotal - taken + price.shipping_fee + price.cash_fee);
        expect(price.discounts.reduce((total, part) => total + part, 0)).toBe(taken);
      }),
    );
  });

  test('no item costs less than nothing, and all of them a rupee at least, as far as they do', () => {
    fc.assert(
      fc.property(items, method, anyRules, (ordered, paid, given) => {
        const { discounts, subtotal, coupon_discount, online_discount } = priceOrder(
          ordered,
          paid,
          given,
        );
        for (const [index, part] of discounts.entries()) {
          expect(Number.isSafeInteger(part) && part >= 0).toBe(true);
          expect(part).toBeLessThanOrEqual(lineTotal(ordered[index] ?? TEAS[0] ?? never()));
        }
        expect(subtotal - coupon_discount - online_discount).toBeGreaterThanOrEqual(
          Math.min(100, subtotal),
        );
      }),
    );
  });

  test('the order of the items changes nothing', () => {
    fc.assert(
      fc.property(items, method, anyRules, (ordered, paid, given) => {
        const { discounts, ...price } = priceOrder(ordered, paid, given);
        const turned = priceOrder(ordered.toReversed(), paid, given);
        expect(turned).toEqual({ ...price, discounts: discounts.toReversed() });
      }),
    );
  });
});

function never(): never {
  throw new Error('no such item');
}
