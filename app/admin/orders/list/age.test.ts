import { expect, test } from 'vitest';
import { age } from './age.ts';

const NOW = Date.parse('2026-11-22T09:00:00Z');

test.each([
  ['2026-11-22T08:59:30Z', 'now'],
  ['2026-11-22T08:01:00Z', '59 min'],
  ['2026-11-21T10:00:00Z', '23 h'],
  ['2026-11-20T09:00:01Z', '47 h'],
  ['2026-11-20T09:00:00Z', '2 d'],
  ['2026-11-22T09:00:05Z', 'now'], // the server's clock is ahead
])('%s was %s ago', (instant, shown) => {
  expect(age(instant, NOW)).toBe(shown);
});
