import { expect, test } from 'vitest';
import { MAX_NUMBERS_LISTED } from '#contract/admin/order-list.ts';
import { addNumbers, readNumbers } from './selected-numbers.ts';

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
