import { beforeEach, describe, expect, test } from 'vitest';
import { cartFingerprint, createOrderAttempts } from './order-attempt.ts';

const LINE = { id: 'c1d7a0de-31f6-4f0e-8f43-1f3c5d0b7e01', quantity: 2, price: 499 };
const WISH = {
  shopper: 'asha',
  body: {
    shipping_address_id: '7c2f9b1e-62f3-4a53-9a50-0f8f6f6a9c01',
    payment_method: 'cod' as const,
    total_amount: 998,
  },
  cart: cartFingerprint([LINE]),
};

let stored: Map<string, string>;

/** A new tab: after a reload there is a new instance on the same storage. */
function openTab() {
  return createOrderAttempts(
    {
      getItem: (key) => stored.get(key) ?? null,
      setItem: (key, value) => void stored.set(key, value),
      removeItem: (key) => void stored.delete(key),
    },
    () => crypto.randomUUID(),
  );
}

beforeEach(() => {
  stored = new Map();
});

test('a second click and a reload reuse the same attempt', () => {
  const first = openTab().begin(WISH);
  expect(openTab().begin({ ...WISH, body: { ...WISH.body } })).toEqual(first);
});

test('another shopper, address, total or cart is another order', () => {
  const other = '0b0f7f3c-94c5-4f2e-8c5e-4d8a3b2c1d02';
  const keys = [
    WISH,
    { ...WISH, shopper: 'ravi' },
    { ...WISH, body: { ...WISH.body, shipping_address_id: other } },
    { ...WISH, body: { ...WISH.body, total_amount: 1497 } },
    { ...WISH, cart: cartFingerprint([{ ...LINE, quantity: 3 }]) },
  ].map((wish) => openTab().begin(wish).key);
  expect(new Set(keys).size).toBe(keys.length);
});

describe('an attempt without a response', () => {
  test('is found after a reload, by its shopper only', () => {
    const tab = openTab();
    const attempt = tab.mark(tab.begin(WISH), true);
    expect(openTab().unanswered('asha')).toEqual(attempt);
    expect(openTab().unanswered('ravi')).toBeNull();
  });

  test('is not sent again for the same tea put into the cart once more: that is another order', () => {
    const tab = openTab();
    const attempt = tab.mark(tab.begin(WISH), true);
    const added = { ...LINE, id: '9e2b6c1a-7d54-4b0c-a1de-52f8a9c3e402' };
    expect(tab.begin({ ...WISH, cart: cartFingerprint([added]) }).key).not.toBe(attempt.key);
  });

  test('is over once a response arrived', () => {
    const tab = openTab();
    const attempt = tab.mark(tab.begin(WISH), true);
    tab.mark(attempt, false);
    expect(openTab().unanswered('asha')).toBeNull();
    expect(openTab().begin(WISH).key).toBe(attempt.key);
  });
});

test('after a placed order the same cart again is a new order', () => {
  const tab = openTab();
  const { key } = tab.begin(WISH);
  tab.end();
  expect(tab.begin(WISH).key).not.toBe(key);
});

test('ignores an attempt stored by an older version of the shop', () => {
  for (const left of ['{}', 'not json', '{"key":1}']) {
    stored.set('order-attempt', left);
    expect(openTab().unanswered('asha')).toBeNull();
    expect(openTab().begin(WISH).unanswered).toBe(false);
  }
});
