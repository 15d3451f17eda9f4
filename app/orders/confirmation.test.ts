import { expect, test } from 'vitest';
import { isNewOrder } from './confirmation.tsx';

const PLACED = '2026-05-04T06:00:00.000Z';
const HOUR = 60 * 60_000;

function thanked(status: Parameters<typeof isNewOrder>[0]['status'], hours: number, here: boolean) {
  const now = Date.parse(PLACED) + hours * HOUR;
  return isNewOrder({ status, created_at: PLACED }, { justPlaced: here, now });
}

test('an order is new for an hour, and for a day in the tab that placed it', () => {
  const hours = [-3, 0, 0.9, 1.1, 23, 25]; // also on a phone with a slow clock
  expect(hours.filter((age) => thanked('pending', age, false))).toEqual([-3, 0, 0.9]);
  expect(hours.filter((age) => thanked('confirmed', age, true))).toEqual([-3, 0, 0.9, 1.1, 23]);
});

test('an order that was processed further or cancelled is not new', () => {
  for (const status of ['processing', 'shipped', 'delivered', 'cancelled'] as const) {
    expect(thanked(status, 0, true)).toBe(false);
  }
});
