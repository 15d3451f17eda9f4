import { expect, test } from 'vitest';
import { newestFirst } from './newest-first.ts';

test('of days and months the newest is first; other rows stay in their order', () => {
  const report = { rows: [['2026-03-01'], ['2026-03-02']], totals: [] };
  expect(newestFirst('sales', report).rows).toEqual([['2026-03-02'], ['2026-03-01']]);
  expect(newestFirst('hand_overs', report).rows).toEqual([['2026-03-02'], ['2026-03-01']]);
  expect(newestFirst('couriers', report).rows).toEqual(report.rows);
});
