import { expect, test } from 'vitest';
import { formatDraftTime } from './format-draft-time.ts';

const at = Date.parse('2026-11-21T14:05:00+05:30');

test('a draft of today shows its time', () => {
  expect(formatDraftTime(at, Date.parse('2026-11-21T23:59:00+05:30'))).toBe('2:05 PM');
});

test('a draft of another day shows the day and the time', () => {
  expect(formatDraftTime(at, Date.parse('2026-11-22T00:01:00+05:30'))).toBe(
    'Nov 21, 2026, 2:05 PM',
  );
});
