import { expect, test } from 'vitest';
import { MAX_NUMBERS_LISTED } from '#contract/admin/order-list.ts';
import { age } from './age.ts';
import { updatesText } from './list-updates.ts';
import { addNumbers, readNumbers } from './selection.ts';

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

test.each([
  [{ added: 0, removed: 0 }, null],
  [{ added: 1, removed: 0 }, '1 new order: show'],
  [{ added: 2, removed: 1 }, '2 new orders: show'],
  [{ added: 0, removed: 1 }, 'The list has changed: show'],
])('%o is shown as %o', (updates, text) => {
  expect(updatesText(updates)).toBe(text);
});

const numbers = Array.from(
  { length: MAX_NUMBERS_LISTED + 20 },
  (_, n) => `AP-7KQ-${String(n).padStart(3, '0')}`,
);

test('a URL’s order numbers are read, each once, and nothing else', () => {
  expect(readNumbers('')).toEqual(new Set());
  expect([...readNumbers('AP-7KQ-M2X,AP-7KQ-M2Y,AP-7KQ-M2X,,x')]).toEqual([
    'AP-7KQ-M2X',
    'AP-7KQ-M2Y',
  ]);
  expect(readNumbers('0c5d9a1e-5d0f-4d67-9f0e-5c1f5a3f7c11')).toEqual(new Set());
  expect(readNumbers(numbers.join(','))).toEqual(new Set(numbers.slice(0, MAX_NUMBERS_LISTED)));
});

test('a selection takes as many as one action can have, and the others are counted', () => {
  const [first = '', ...others] = numbers;
  const { all, left } = addNumbers(new Set([first]), others);
  expect([...all]).toEqual(numbers.slice(0, MAX_NUMBERS_LISTED));
  expect(left).toBe(20);
  expect(addNumbers(all, [first])).toEqual({ all, left: 0 });
});
