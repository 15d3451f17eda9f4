import { expect, test } from 'vitest';
import { DAY_MS } from '#domain/day.ts';
import { lastDays, lastMonth, QUICK_RANGES } from './range-form.tsx';
import { formatCell, keyedRows, newestFirst } from './report-table.tsx';

const NOW = Date.parse('2026-11-26T12:00:00Z');

test.each([
  ['7 days', 7],
  ['30 days', 30],
  ['Last month', 31],
  ['90 days', 90],
  ['A year', 365],
])('%s are %i days', (preset, days) => {
  const range = QUICK_RANGES.find(({ name }) => name === preset)?.range(NOW);
  const { from = '', to = '' } = range ?? {};
  expect((Date.parse(to) - Date.parse(from)) / DAY_MS + 1).toBe(days);
});

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

test.each([
  ['2026-11-01', 'day', 'Nov 01, 2026'],
  ['cod', 'method', 'Cash on delivery'],
  [123456.5, 'rupees', '₹1,23,456.50'],
  [123456, 'count', '1,23,456'],
  [0.256, 'rate', '25.6%'],
  [null, 'rate', '–'],
] as const)('%j, a %s, is shown as %s', (value, kind, shown) => {
  expect(formatCell(value, kind)).toBe(shown);
});

test('two products with the same name and count get two rows', () => {
  const rows = [
    ['Blue tea', 3, 3, 1497],
    ['Blue tea', 3, 3, 897],
  ];
  const keyed = keyedRows(rows);
  expect(keyed.map(({ row }) => row)).toEqual(rows);
  expect(new Set(keyed.map(({ key }) => key)).size).toBe(2);
});

test('of days the newest is first; other rows stay in their order', () => {
  const report = { rows: [['2026-03-01'], ['2026-03-02']], totals: [] };
  expect(newestFirst('sales', report).rows).toEqual([['2026-03-02'], ['2026-03-01']]);
  expect(newestFirst('couriers', report).rows).toEqual(report.rows);
});
