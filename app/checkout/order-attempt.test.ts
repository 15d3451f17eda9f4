import { beforeEach, describe, expect, test } from 'vitest';
import { hasUnansweredOrder, sawAllOrders } from '#app/shell/order/unanswered-order.ts';
import { memoryStorage } from '#test/memory-storage.ts';
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
  address: 'Asha Rao, 12 Marine Drive',
};

const storage = memoryStorage();

/** A new tab: after a reload there is a new instance on the same storage. */
const openTab = () => createOrderAttempts(storage, () => crypto.randomUUID());

beforeEach(() => storage.entries.clear());

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
  test('is found after a reload, by its shopper only, until a response arrived', () => {
    const tab = openTab();
    const attempt = tab.mark(tab.begin(WISH), true);
    expect(openTab().unanswered('asha')).toEqual(attempt);
    expect(openTab().unanswered('ravi')).toBeNull();
    tab.mark(attempt, false);
    expect(openTab().unanswered('asha')).toBeNull();
    expect(openTab().begin(WISH).key).toBe(attempt.key);
  });

  const elsewhere = { ...WISH.body, shipping_address_id: '0b0f7f3c-94c5-4f2e-8c5e-4d8a3b2c1d02' };
  const addedAgain = cartFingerprint([{ ...LINE, id: '9e2b6c1a-7d54-4b0c-a1de-52f8a9c3e402' }]);

  test('is not replaced by another address or cart: the server makes one order of both', () => {
    const tab = openTab();
    const attempt = tab.mark(tab.begin(WISH), true);
    const second = tab.mark(tab.begin({ ...WISH, body: elsewhere }), true);
    expect(second).toMatchObject({ key: attempt.key, body: elsewhere, earlier: [WISH.body] });
    const third = openTab().begin({ ...WISH, cart: addedAgain });
    expect(third).toMatchObject({
      key: attempt.key,
      cart: addedAgain,
      earlier: [elsewhere, WISH.body],
    });
    expect(tab.begin({ ...WISH, shopper: 'ravi' }).key).not.toBe(attempt.key);
  });

  test('of an address that was edited since may have made the order: it is told as an earlier one', () => {
    const tab = openTab();
    const attempt = tab.mark(tab.begin(WISH), true);
    const edited = openTab().begin({ ...WISH, address: 'Asha Rao, 21 Marine Drive' });
    expect(edited).toMatchObject({ key: attempt.key, earlier: [WISH.body] });
    expect(edited.address).toBe('Asha Rao, 21 Marine Drive');
  });

  test('after the shopper has seen all orders, ordering the same tea again is a new order', () => {
    const tab = openTab();
    const attempt = tab.mark(tab.begin(WISH), true);
    expect(hasUnansweredOrder('asha', storage)).toBe(true);
    expect(hasUnansweredOrder('ravi', storage)).toBe(false);
    sawAllOrders('ravi', storage);
    expect(tab.unanswered('asha')).not.toBeNull();
    sawAllOrders('asha', storage);
    expect(hasUnansweredOrder('asha', storage)).toBe(false);
    expect(tab.unanswered('asha')).toBeNull();
    expect(tab.begin(WISH).key).toBe(attempt.key);
    expect(tab.begin({ ...WISH, cart: addedAgain }).key).not.toBe(attempt.key);
  });

  test('leaves its key behind where the order that the shopper has seen may have used it up', () => {
    const tab = openTab();
    const attempt = tab.mark(tab.begin(WISH), true);
    const other = { ...WISH, cart: addedAgain, body: { ...WISH.body, total_amount: 1497 } };
    expect(tab.mark(tab.begin(other), true).key).toBe(attempt.key);
    expect(tab.begin(other).key).toBe(attempt.key);
    sawAllOrders('asha', storage);
    expect(tab.begin(other).key).not.toBe(attempt.key);
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
    storage.setItem('order-attempt', left);
    expect(hasUnansweredOrder('asha', storage)).toBe(false);
    expect(openTab().unanswered('asha')).toBeNull();
    expect(openTab().begin(WISH).unanswered).toBe(false);
  }
});
