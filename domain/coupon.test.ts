import { expect, test } from 'vitest';
import { type CouponFacts, refusalOfCode } from './coupon.ts';
import { couponCode } from './text.ts';

const TEA10: CouponFacts = {
  ...{ code: 'TEA10', kind: 'percent', value: 10, most: null, products: null },
  ...{ minimum: 0, online_only: false, open: true, used_up: false },
  ...{ used_by_shopper: false, ordered_before: null },
};
const items = [
  { product_id: '1', price: 499, quantity: 2 },
  { product_id: '2', price: 1, quantity: 1 },
];
const refusal = (facts: Partial<CouponFacts> | null, method: 'cod' | 'razorpay' = 'cod') =>
  refusalOfCode(facts && { ...TEA10, ...facts }, items, method);

test('a code that is unknown, paused, over or somebody else’s sounds the same, whatever else is wrong with it', () => {
  const unknown = refusal(null);
  expect(unknown).toContain('not valid');
  expect(refusal({ open: false })).toBe(unknown);
  expect(refusal({ open: false, used_up: true, ordered_before: 'shopper' })).toBe(unknown);
});

test.each([
  ['was used by the shopper', { used_by_shopper: true }, 'You have used this code already.'],
  ['is used up', { used_up: true }, 'This code has been used up.'],
  ['is for a first order', { ordered_before: 'shopper' }, 'you have ordered before'],
  ['is for a first order there', { ordered_before: 'household' }, 'this phone number or street'],
  ['asks for more', { minimum: 100_000 }, 'orders from ₹1,000.00: ₹1.00 to go.'],
  ['is for other products', { products: ['3'] }, 'other products'],
] as const)('a code that %s says so', (_, facts, words) => {
  expect(
    refusal({ ...facts, products: 'products' in facts ? [...facts.products] : null }),
  ).toContain(words);
});

test('a code is used from its minimum on, for one of its products, and if need be paid online', () => {
  expect(refusal({})).toBeNull();
  expect(refusal({ minimum: 99_900, products: ['2', '3'] })).toBeNull();
  expect(refusal({ online_only: true })).toContain('paid online');
  expect(refusal({ online_only: true }, 'razorpay')).toBeNull();
});

test('a code is read in small letters and groups, as people type it', () => {
  expect(couponCode(' tea-23 45 ')).toBe('TEA2345');
});
