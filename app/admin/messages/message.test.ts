import { expect, test } from 'vitest';
import { dueText, isUrgent } from './message.tsx';

const now = Date.parse('2026-11-22T10:00:00Z');

test.each([
  ['2026-11-24T10:00:00Z', 'due in 48 h', false],
  ['2026-11-23T10:00:00Z', 'due in 24 h', false],
  ['2026-11-23T09:59:00Z', 'due in 23 h', true],
  ['2026-11-22T10:30:00Z', 'due within the hour', true],
  ['2026-11-22T09:59:59Z', 'overdue', true],
])('a message that is due at %s', (due, text, urgent) => {
  expect(dueText(due, now)).toBe(text);
  expect(isUrgent(due, now)).toBe(urgent);
});
