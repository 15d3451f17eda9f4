import { expect, test } from 'vitest';
import type { OrderRow } from '#contract/admin/order-views.ts';
import { anOrder, rowOf } from '#test/component/fake-orders.ts';
import { newOrderFinder } from './live-updates.tsx';

const NOW = Date.parse('2026-11-21T10:00:00Z');

/** An order placed this many seconds ago. */
const order = (id: string, ago: number) =>
  rowOf(anOrder(1, { id, created_at: new Date(NOW - ago * 1000).toISOString() }));

const ids = (orders: OrderRow[]) => orders.map(({ id }) => id);

const [A, B, C, OLD] = [order('a', 12), order('b', 10), order('c', 5), order('old', 3_600)];

test.each([
  [
    'the first list’s are not, a later one is, once',
    [
      [B, A],
      [C, B, A],
      [C, B, A],
    ],
    [[], ['c'], []],
  ],
  ['the first of a shop is', [[], [A]], [[], ['a']]],
  [
    'one that was placed before the newest and becomes visible after it is',
    [[B], [B, A]],
    [[], ['a']],
  ],
  ['an old one that moves up into the newest page is not', [[B], [B, OLD]], [[], []]],
])('of new orders: %s', (_, lists, found) => {
  expect(lists.map(newOrderFinder()).map(ids)).toEqual(found);
});
