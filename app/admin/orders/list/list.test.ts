import { expect, test } from 'vitest';
import { age } from './age.ts';
import { updatesText } from './list-updates-button.tsx';

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

const rows = (...ids: string[]) => ({ orders: ids.map((id) => ({ id })) });

test.each([
  [rows('a', 'b'), rows('b', 'a'), null],
  [rows('b'), rows('a', 'b'), '1 new order: show'],
  [rows('b', 'c'), rows('x', 'y', 'b'), '2 new orders: show'],
  [rows('a', 'b'), rows('b'), 'The list has changed: show'],
])('of %j and then %j is told: %s', (shown, latest, text) => {
  expect(updatesText(shown, latest)).toBe(text);
});
