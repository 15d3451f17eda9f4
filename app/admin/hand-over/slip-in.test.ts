import { expect, test } from 'vitest';
import { slipIn } from './slip-in.ts';

test.each([
  ['AP-7KQ-M2X', ''],
  ['ap7kqm2x', ''],
  ['#AP-7KQ-M2X', ''],
  ['DL1234AP-7KQ-M2X', 'DL1234'],
  ['DL1234AP7KQM2X', 'DL1234'],
  ['AP-7KQ-M2X', 'DL1234'],
])('a slip is told from a tracking number: %s in a field that had %j', (text, before) => {
  expect(slipIn(text, before)).toBe('AP-7KQ-M2X');
});

test('a tracking number is no slip, also where it begins like one', () => {
  expect(slipIn('DL1234', '')).toBeNull();
  expect(slipIn('AP123456789IN', '')).toBeNull();
  expect(slipIn('AP123456789IN', 'AP1')).toBeNull();
  expect(slipIn('', '')).toBeNull();
});
