import { expect, test } from 'vitest';
import { everyDay } from './every-day.ts';

test('days without orders get empty rows, 29 February too', () => {
  const rows = [
    ['2024-02-27', 3],
    ['2024-03-01', 1],
  ];
  expect(everyDay(rows)).toEqual([rows[0], ['2024-02-28'], ['2024-02-29'], rows[1]]);
});

test('one day stays one row, and no rows stay none', () => {
  expect(everyDay([['2026-11-22', 1]])).toEqual([['2026-11-22', 1]]);
  expect(everyDay([])).toEqual([]);
});
