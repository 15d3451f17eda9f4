import { expect, test } from 'vitest';
import { lastDays } from './ranges.ts';

test('today is the day in India', () => {
  const evening = Date.parse('2026-03-31T19:00:00Z'); // past midnight in India
  expect(lastDays(1, evening)).toEqual({ from: '2026-04-01', to: '2026-04-01' });
  expect(lastDays(7, evening)).toEqual({ from: '2026-03-26', to: '2026-04-01' });
});
