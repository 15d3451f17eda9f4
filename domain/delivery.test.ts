import { expect, test } from 'vitest';
import { type AreaRule, deliveryTo, pinOf } from './delivery.ts';

const EVERYWHERE = { fee: 4_900, freeFrom: 99_900 };
const rule = (prefix: string, part: Partial<AreaRule> = {}): AreaRule => ({
  ...{
    prefix,
    serves: null,
    cash: null,
    days_from: null,
    days_to: null,
    fee: null,
    free_from: null,
  },
  ...part,
});

test('without a rule, what counts everywhere counts', () => {
  const usual = { serves: true, cash: true, days: { from: 3, to: 5 }, shipping: EVERYWHERE };
  expect(deliveryTo([], EVERYWHERE)).toEqual(usual);
  expect(deliveryTo([rule('4'), rule('411001')], EVERYWHERE)).toEqual(usual);
});

test('of several rules that of the longest prefix counts, value by value, in whatever order they come', () => {
  const rules = [
    rule('411001', { cash: true, fee: 0 }),
    rule('4', { serves: false, cash: false, days_from: 4, days_to: 8, free_from: 2000 }),
    rule('411', { serves: true, fee: 90, days_to: 3 }),
  ];
  for (const order of [rules, rules.toReversed()])
    expect(deliveryTo(order, EVERYWHERE)).toEqual({
      ...{ serves: true, cash: true, days: { from: 3, to: 3 } },
      shipping: { fee: 0, freeFrom: 200_000 },
    });
});

test.each([
  ['411001', '411001'],
  ['411 001', '411001'],
  ['Pune - 411001', '411001'],
  ['011001', null],
  ['41100', null],
  ['4110011', null],
  ['४११००१', null],
])('%j has the PIN code %j', (typed, pin) => {
  expect(pinOf(typed)).toBe(pin);
});
