import { expect, test } from 'vitest';
import { type CashFacts, type CashTerms, decideCash } from './decide-cash.ts';

type Change = { facts?: Partial<CashFacts>; terms?: Partial<CashTerms> };

/** Of ₹900 in cash for somebody who took one parcel and refused none, which every limit just allows, but for these changes. */
function decide(...changes: Change[]) {
  const changed = <Part extends keyof Change>(part: Part): NonNullable<Change[Part]> =>
    Object.assign({}, ...changes.map((change) => change[part]));
  return decideCash(
    {
      ...{ total: 90_000, cash_blocked: false, area_takes_cash: true },
      ...{ open_orders: 1, delivered: 1, returned: 1, ...changed('facts') },
    },
    {
      ...{ cashFee: 3_000, minTotal: 900, maxTotal: 900, firstMaxTotal: 500 },
      ...{ openOrders: 2, maxReturned: 1, paysOnline: true, ...changed('terms') },
    },
  );
}

/** Each reason with its words, in the order in which it counts; `inCash`: where nobody can pay online. */
const REASONS: [name: string, change: Change, online: string, inCash: string][] = [
  [
    'staff have blocked it',
    { facts: { cash_blocked: true } },
    'Cash on delivery is not available for your account. Please pay online, or write to us.',
    'Cash on delivery is not available for your account. Please write to us.',
  ],
  [
    'more parcels came back than were taken',
    { facts: { returned: 2 } },
    '2 parcels that you ordered in cash came back to us, so cash on delivery is not available. Please pay online, or write to us.',
    '2 parcels that you ordered in cash came back to us, so cash on delivery is not available. Please write to us.',
  ],
  [
    'couriers take none there',
    { facts: { area_takes_cash: false } },
    'Cash on delivery is not available at this address. Please pay online, or choose another address.',
    'Cash on delivery is not available at this address. Please choose another address, or write to us.',
  ],
  [
    'too many orders are on their way',
    { facts: { open_orders: 2 } },
    'You have 2 cash orders on their way. Please pay this one online.',
    'You have 2 cash orders on their way. Please order again when one has arrived, or write to us.',
  ],
  [
    'it is too small',
    { terms: { minTotal: 1900.5 } },
    'Cash on delivery is for orders from ₹1,900.50. Please pay online, or order more.',
    'Cash on delivery is for orders from ₹1,900.50. Please order more, or write to us.',
  ],
  [
    'it is too large',
    { terms: { maxTotal: 899 } },
    'Cash on delivery is for orders up to ₹899. Please pay online, or order less.',
    'Cash on delivery is for orders up to ₹899. Please order less, or write to us.',
  ],
  [
    'it is too large for a first order',
    { facts: { delivered: 0, returned: 0 } },
    'Until a first order has arrived, cash on delivery is for orders up to ₹500. Please pay online, or order less.',
    'Until a first order has arrived, cash on delivery is for orders up to ₹500. Please order less, or write to us.',
  ],
];

test.each(REASONS)('no cash where %s, with the way out', (_, change, online, inCash) => {
  expect(decide(change)).toEqual({ offered: false, refused: online });
  const refused = decide(change, { terms: { paysOnline: false } });
  expect(refused).toEqual({ offered: false, refused: inCash });
});

test('of several reasons the first counts', () => {
  const later = REASONS.map(([, change]) => change);
  for (const [n, [, change, refused]] of REASONS.entries())
    expect(decide(...later.slice(n + 1), change)).toMatchObject({ refused });
});

test('at every limit cash is offered, with its fee; without limits always, without a fee', () => {
  expect(decide()).toEqual({ offered: true, fee: 3_000 });
  const facts = { total: 1, cash_blocked: false, open_orders: 99, delivered: 0, returned: 99 };
  expect(decideCash(facts, {})).toEqual({ offered: true, fee: 0 });
});

test('before the total is known only what does not depend on it counts', () => {
  const limits = { terms: { minTotal: 9_999, maxTotal: 1 } };
  expect(decide(limits, { facts: { total: null } })).toMatchObject({ offered: true });
  expect(decide({ facts: { total: null, returned: 3 } })).toMatchObject({ offered: false });
});
