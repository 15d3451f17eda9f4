import { expect, test } from 'vitest';
import { isNewOrder } from './new-order.ts';

const PLACED = '2026-05-04T06:00:00.000Z';
const HOUR = 60 * 60_000;

function thanked(status: Parameters<typeof isNewOrder>[0]['status'], hours: number, here: boolean) {
  const now = Date.parse(PLACED) + hours * HOUR;
  return isNewOrder({ status, created_at: PLACED }, { justPlaced: here, now });
}

test('an order is new for an hour, and for a day in the tab that placed it', () => {
  expect([0, 0.9, 1.1, 23, 25].map((hours) => thanked('pending', hours, false))).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
  expect([0, 0.9, 1.1, 23, 25].map((hours) => thanked('confirmed', hours, true))).toEqual([
    true,
    true,
    true,
    true,
    false,
  ]);
});

test('a phone with a slow clock still shows the thanks', () => {
  expect(thanked('pending', -3, false)).toBe(true);
});

test('an order that was processed further or cancelled is not new', () => {
  for (const status of ['processing', 'shipped', 'delivered', 'cancelled'] as const) {
    expect(thanked(status, 0, true)).toBe(false);
  }
});
