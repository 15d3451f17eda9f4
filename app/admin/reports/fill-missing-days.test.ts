import { expect, test } from 'vitest';
import type { Report } from '#contract/admin/reports.ts';
import { fillMissingDays } from './fill-missing-days.ts';
import { QUICK_RANGES } from './ranges.ts';

const NOW = Date.parse('2026-11-26T12:00:00Z');
const totals = ['Total', 3, 900, 0];
const sales = (...rows: Report['rows']): Report => ({ rows, totals });

test('days without orders get rows of zeros, at both ends of the range and 29 February too', () => {
  const rows = [
    ['2024-02-27', 3, 600, 0],
    ['2024-03-01', 1, 300, 1],
  ];
  const range = { from: '2024-02-26', to: '2024-03-02' };
  expect(fillMissingDays('sales', sales(...rows), range, NOW)).toEqual({
    rows: [
      ['2024-02-26', 0, 0, 0],
      rows[0],
      ['2024-02-28', 0, 0, 0],
      ['2024-02-29', 0, 0, 0],
      rows[1],
      ['2024-03-02', 0, 0, 0],
    ],
    totals,
  });
});

test.each([
  ['7 days', 7],
  ['30 days', 30],
  ['Last month', 31],
  ['90 days', 90],
  ['A year', 365],
])('%s are %i rows, however few days had orders', (preset, days) => {
  const range = QUICK_RANGES.find(({ name }) => name === preset)?.range(NOW);
  if (!range) throw new Error(`No preset ${preset}`);
  const { rows } = fillMissingDays('sales', sales([range.from, 1, 300, 0]), range, NOW);
  expect(rows).toHaveLength(days);
  expect([rows[0]?.[0], rows.at(-1)?.[0]]).toEqual([range.from, range.to]);
});

test('days that have not begun in India get no row', () => {
  const range = { from: '2026-11-25', to: '2026-12-31' };
  const { rows } = fillMissingDays('sales', sales(), range, Date.parse('2026-11-25T19:00:00Z'));
  expect(rows.map(([day]) => day)).toEqual(['2026-11-25', '2026-11-26']);
});

test('reports by something else are left as they are', () => {
  const report = { rows: [['2026-10', 'cod', 3, 1, 0.25]], totals: [] };
  const range = { from: '2026-09-01', to: '2026-11-26' };
  expect(fillMissingDays('returns', report, range, NOW)).toEqual(report);
});
