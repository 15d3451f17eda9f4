import { expect, test } from 'vitest';
import type { OrderRow } from '#contract/admin/order-views.ts';
import { newOrderFinder } from './new-orders.ts';

const NOW = Date.parse('2026-11-21T10:00:00Z');

/** An order placed this many seconds ago; the other fields do not matter. */
function order(id: string, ago: number): OrderRow {
  return {
    id,
    created_at: new Date(NOW - ago * 1000).toISOString(),
    order_number: id,
    version: 0,
    fulfilment: 'pending',
    status: 'pending',
    payment_method: 'cod',
    payment_status: 'pending',
    payment_mode: null,
    total_amount: 998,
    to_collect: 998,
    cancel_reason: null,
    wholly_refunded: false,
    verbs: [],
    full_name: 'Asha Rao',
    phone: null,
    city: 'Pune',
    state: 'Maharashtra',
    postal_code: '411001',
    pieces: 2,
    items: [],
    courier: null,
    tracking_number: null,
    failed_attempts: 0,
    since: new Date(NOW - ago * 1000).toISOString(),
  };
}

const ids = (orders: OrderRow[]) => orders.map(({ id }) => id);

test('orders of the first list are not new; a later one is new once', () => {
  const find = newOrderFinder();
  expect(find([order('b', 60), order('a', 90)])).toEqual([]);
  expect(ids(find([order('c', 5), order('b', 60), order('a', 90)]))).toEqual(['c']);
  expect(find([order('c', 5), order('b', 60), order('a', 90)])).toEqual([]);
});

test('the first order of a shop is new', () => {
  const find = newOrderFinder();
  expect(find([])).toEqual([]);
  expect(ids(find([order('a', 1)]))).toEqual(['a']);
});

test('an order that was placed before the newest one but becomes visible after it is new', () => {
  const find = newOrderFinder();
  find([order('b', 10)]);
  expect(ids(find([order('b', 10), order('a', 12)]))).toEqual(['a']);
});

test('an old order that moves up into the newest page is not new', () => {
  const find = newOrderFinder();
  find([order('b', 10)]);
  expect(find([order('b', 10), order('old', 3_600)])).toEqual([]);
});
