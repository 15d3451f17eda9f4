import { expect, test } from 'vitest';
import { fillMissingDays } from './fill-missing-days.ts';

test('days without orders get empty rows, 29 February too', () => {
  const rows = [
    ['2024-02-27', 3],
    ['2024-03-01', 1],
  ];
  expect(fillMissingDays(rows)).toEqual([rows[0], ['2024-02-28'], ['2024-02-29'], rows[1]]);
});

test('one day stays one row, and no rows stay none', () => {
  expect(fillMissingDays([['2026-11-22', 1]])).toEqual([['2026-11-22', 1]]);
  expect(fillMissingDays([])).toEqual([]);
});
