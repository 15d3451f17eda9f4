import { expect, test } from 'vitest';
import { scannedOrderNumber } from './scanned-order-number.ts';

test.each([
  ['AP-7KQ-M2X', ''],
  ['ap7kqm2x', ''],
  ['#AP-7KQ-M2X', ''],
  ['DL1234AP-7KQ-M2X', 'DL1234'],
  ['DL1234AP7KQM2X', 'DL1234'],
  ['AP-7KQ-M2X', 'DL1234'],
])('a slip is told from a tracking number: %s in a field that had %j', (text, before) => {
  expect(scannedOrderNumber(text, before)).toBe('AP-7KQ-M2X');
});

test('a tracking number is no slip, also where it begins like one', () => {
  expect(scannedOrderNumber('DL1234', '')).toBeNull();
  expect(scannedOrderNumber('AP123456789IN', '')).toBeNull();
  expect(scannedOrderNumber('AP123456789IN', 'AP1')).toBeNull();
  expect(scannedOrderNumber('', '')).toBeNull();
});
