import { expect, test } from 'vitest';
import {
  type CheckoutFacts,
  type CheckoutRequest,
  type CheckoutTerms,
  decideCheckout,
} from './decide-checkout.ts';
import type { AreaRule } from './delivery.ts';
import { NO_CHARGES, priceOrder } from './price-order.ts';

const ADDRESS = {
  full_name: 'Asha Rao',
  city: 'Mumbai',
  address_line2: null,
  postal_code: '400020',
};
const LINES = ['1', '2', '3'].map((product_id) => ({
  ...{ product_id, product_name: `Tea ${product_id}`, product_image: '/tea.avif' },
  ...{ quantity: 2, price: 499, current_price: 499, mrp: 599, available: true, stock: 2 },
}));

type Change = {
  request?: Partial<CheckoutRequest>;
  facts?: Partial<CheckoutFacts>;
  /** By product id. */
  line?: Record<string, object>;
  limits?: Partial<CheckoutTerms>;
};

/** About two pieces each of three teas, in cash, which nothing stands against, but for these changes. */
function decide(...changes: Change[]) {
  const changed = <Part extends keyof Change>(part: Part): NonNullable<Change[Part]> =>
    Object.assign({}, ...changes.map((change) => change[part]));
  return decideCheckout(
    {
      ...{ idempotencyKey: 'a-key-of-mine', requestHash: 'x', keyId: null },
      ...{ shipping_address_id: 'home', total_amount: 2994, coupon_code: null },
      ...changed('request'),
    },
    {
      lines: LINES.map((line) => ({ ...line, ...changed('line')[line.product_id] })),
      ...{ earlier: null, address: ADDRESS, payments: [], coupon: null },
      ...{ cash_blocked: false, delivered: 0, returned: 0 },
      ...{ areas: [], now: '2026-11-20T10:00:00Z' },
      ...{ open_orders: 1, unpaid: { 1: 3, 4: 100 }, ...changed('facts') },
    },
    { unpaidUnits: 5, maxTotal: 2994, openOrders: 2, ...changed('limits') },
  );
}

const ONLINE = { request: { keyId: 'rzp_1' } };
const EARLIER = { id: 'o', order_number: 'AP-1', request_hash: 'x' };
const ITEMS = LINES.map(({ product_id }) => ({ product_id, quantity: 2, paise: 49_900 }));
const pending = (change: object = {}) => ({
  facts: {
    payments: [
      {
        ...{ id: 'p', order_number: 'AP-2', state: 'open' as const, key_id: 'rzp_1' },
        ...{
          shipping_address_id: 'home',
          shipping_address: ADDRESS,
          amount: 299_400,
          coupon_code: null,
        },
        ...{ items: ITEMS, ...change },
      },
    ],
  },
});

/** A rule for the PIN codes of Mumbai. */
const area = (part: Partial<AreaRule>): AreaRule => ({
  ...{ prefix: '4000', serves: null, cash: null, fee: null, free_from: null },
  ...{ days_from: null, days_to: null, ...part },
});

const cashLimit = (said: RegExp) => ({
  code: 'cash_limit',
  message: expect.stringMatching(said),
});

/** Why an order is refused, in the order in which it counts. */
const REASONS: [Change, object][] = [
  [{ facts: { earlier: { ...EARLIER, request_hash: 'y' } } }, { code: 'idempotency_key_reused' }],
  [{ facts: { lines: [] } }, { code: 'cart_empty' }],
  [{ facts: { address: null } }, { code: 'address_not_found' }],
  [{ facts: { areas: [area({ serves: false })] } }, { code: 'not_served', pin: '400020' }],
  [{ line: { 3: { available: false } } }, { code: 'product_gone', lines: [{ product_id: '3' }] }],
  [{ line: { 2: { stock: 1 } } }, { code: 'out_of_stock', lines: [{ product_id: '2', stock: 1 }] }],
  [{ line: { 1: { current_price: 9 } } }, { code: 'price_changed', lines: [{ product_id: '1' }] }],
  [{ request: { total_amount: 2993.99 } }, { code: 'cart_changed' }],
  [{ facts: { areas: [area({ cash: false })] } }, cashLimit(/not available at this address/)],
  [{ facts: { open_orders: 2 } }, cashLimit(/^You have 2 cash orders on their way\. .+/)],
  [{ limits: { maxTotal: 2993.99 } }, cashLimit(/^Cash .+ up to ₹2,993\.99\. .+/)],
  [{ limits: { unpaidUnits: 4 } }, { code: 'unpaid_limit', product_name: 'Tea 1', limit: 4 }],
];

test('of several reasons to refuse an order the first counts, and no payment is cancelled for it', () => {
  for (const [n, [reason, refused]] of REASONS.entries()) {
    expect(decide(reason)).toMatchObject({ refused });
    const later = REASONS.slice(n + 1).map(([change]) => change);
    for (const payment of [{}, pending({ state: 'expired' })])
      expect(decide(payment, ...later, reason)).toMatchObject({ refused });
  }
});

test('limits of cash are none of an online payment; what refuses one cancels no other', () => {
  for (const [reason, refused] of REASONS)
    if ('message' in refused) expect(decide(reason, ONLINE)).toHaveProperty('order');
    else expect(decide(pending({ amount: 1 }), ONLINE, reason)).toMatchObject({ refused });
});

test('what costs less than the gateway takes is paid in cash', () => {
  const one = (price: number, keyId: string | null) =>
    decide({
      request: { keyId, total_amount: price },
      facts: {
        lines: LINES.slice(0, 1).map((line) => ({
          ...line,
          ...{ quantity: 1, price, current_price: price },
        })),
      },
    });
  expect(one(0.99, 'rzp_1')).toEqual({ refused: { code: 'online_payment_off' } });
  expect(one(1, 'rzp_1')).toHaveProperty('order');
  expect(one(0.99, null)).toHaveProperty('order');
});

test('an order that nothing stands against is frozen at the price of its products', () => {
  const lines = LINES.map(({ current_price: _, available: __, stock: ___, ...frozen }) => ({
    ...frozen,
    discount: 0,
  }));
  const price = priceOrder(LINES, 'cod', NO_CHARGES);
  const decided = { order: { lines, address: ADDRESS, price, expected_by: '2026-11-26' } };
  expect(decide()).toEqual(decided);
  const limits = { unpaidUnits: null, maxTotal: null, openOrders: null };
  expect(decide({ limits, facts: { open_orders: 99, unpaid: { 1: 99 } } })).toEqual(decided);
});

test('an order costs and takes what is said of its PIN code', () => {
  const facts = { areas: [area({ fee: 90, free_from: 3000, days_to: 7 })] };
  expect(decide({ facts })).toMatchObject({ refused: { code: 'cart_changed' } });
  const calendar = { cutOff: 14, holidays: ['2026-11-24'] };
  const limits = { maxTotal: null, calendar };
  expect(decide({ facts, limits, request: { total_amount: 3084 } })).toMatchObject({
    order: { price: { total: 308_400, shipping_fee: 9000 }, expected_by: '2026-12-01' },
  });
});

test('the same request is answered with what it made, whatever has changed since', () => {
  const later = REASONS.slice(1).map(([change]) => change);
  expect(decide(...later, { facts: { earlier: EARLIER } })).toMatchObject({ made: { id: 'o' } });
});

test('an open payment of exactly the same goes on, though that is at the limit', () => {
  for (const limits of [{}, { unpaidUnits: 4 }])
    expect(decide(ONLINE, pending(), { limits })).toMatchObject({ made: { id: 'p' } });
});

test.each<[string, object, Change]>([
  ['the order is in cash', {}, {}],
  ['it has expired', { state: 'expired' }, ONLINE],
  ['it was begun with another key', { key_id: 'rzp_0' }, ONLINE],
  ['it goes to another address', { shipping_address_id: 'office' }, ONLINE],
  ['its address was edited', { shipping_address: { ...ADDRESS, city: 'Pune' } }, ONLINE],
  ['it had another total', { amount: 299_300 }, ONLINE],
  ['it is for less', { items: ITEMS.slice(1) }, ONLINE],
  ['it is for other pieces', { items: ITEMS.map((item) => ({ ...item, quantity: 1 })) }, ONLINE],
  ['it had another price', { items: ITEMS.map((item) => ({ ...item, paise: 1 })) }, ONLINE],
])('a payment that may still be paid is cancelled first if %s', (_, change, as) => {
  expect(decide(as, pending(change))).toEqual({ cancel: 'p' });
});
