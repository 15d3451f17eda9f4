import { expect, test } from 'vitest';
import { oneLine } from './one-line.ts';

test.each([
  [' Flat 3\r\n\nSecond  floor\n', 'Flat 3 Second  floor'],
  ['a\u2028b\u0085c\vd', 'a b c d'],
  ['Asha\t\bRao \u001b\u001c', 'Asha Rao'],
  ['Pune\u202e', 'Pune'],
  ['Karnataka\u200f', 'Karnataka'],
  ['\u061c12/4\u200e', '12/4'],
  ['\u202a+91 98765 43210\u202c', '+91 98765 43210'],
  ['شارع\u2067الزهور\u2069', 'شارعالزهور'],
  ['\u202e', ''],
  ['\u200b\u200d\u2060\u00ad\ufe0f\u{e0041}\u{e0100}', ''],
  ['\u115f\u1160\u3164\uffa0', ''],
  ['a\u200d\u200db \u200c', 'a\u200db'],
])('%j becomes %j', (text, line) => {
  expect(oneLine(text)).toBe(line);
});

test.each([
  ['Hindi', 'क्\u200dष'],
  ['Malayalam, at the end of a name', 'രാജന്\u200d'],
  ['Persian', 'نمی\u200cخواهم'],
  ['a farmer and a heart', '👩🏽\u200d🌾 ❤\ufe0f'],
  ['Vedic accents', 'अ॒ग्निमी॑ळे'],
])('what joins letters and pictures stays: %s', (_, text) => {
  expect(oneLine(text)).toBe(text);
});

test('a letter carries as many marks as scripts need, and no tower of them', () => {
  expect(oneLine(`Asha${'\u0301'.repeat(99)} Rao`)).toBe(`Asha${'\u0301'.repeat(6)} Rao`);
  expect(oneLine(`a${'\u0301\u200d'.repeat(99)}`)).toBe(`a${'\u0301\u200d'.repeat(6)}`);
});
