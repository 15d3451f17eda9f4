import { expect, test } from 'vitest';
import { lastDays, lastMonth } from './ranges.ts';

test('today is the day in India', () => {
  const evening = Date.parse('2026-03-31T19:00:00Z'); // past midnight in India
  expect(lastDays(1, evening)).toEqual({ from: '2026-04-01', to: '2026-04-01' });
  expect(lastDays(7, evening)).toEqual({ from: '2026-03-26', to: '2026-04-01' });
});

test.each([
  ['2026-11-23T06:00:00Z', { from: '2026-10-01', to: '2026-10-31' }],
  ['2026-03-31T19:00:00Z', { from: '2026-03-01', to: '2026-03-31' }], // April in India
  ['2026-03-31T18:00:00Z', { from: '2026-02-01', to: '2026-02-28' }],
  ['2024-03-01T00:00:00Z', { from: '2024-02-01', to: '2024-02-29' }],
  ['2027-01-15T06:00:00Z', { from: '2026-12-01', to: '2026-12-31' }],
])('at %s, last month is the calendar month before, in India', (now, range) => {
  expect(lastMonth(Date.parse(now))).toEqual(range);
});
