import { expect, test } from 'vitest';
import { oneLine } from './one-line.ts';

test.each([
  [' Flat 3\r\n\nSecond  floor\n', 'Flat 3 Second  floor'],
  ['a\u2028b\u0085c\vd', 'a b c d'],
  ['Pune\u202e', 'Pune'],
  ['\u202a+91 98765 43210\u202c', '+91 98765 43210'],
  ['شارع\u2067الزهور\u2069', 'شارعالزهور'],
  ['\u202e', ''],
  ['a\u200db\u200cc\u200ed', 'a\u200db\u200cc\u200ed'],
])('%j becomes %j', (text, line) => {
  expect(oneLine(text)).toBe(line);
});
