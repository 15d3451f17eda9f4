import { expect, test } from 'vitest';
import { formatCell } from './format-cell.ts';

test('cells are shown as texts, rupees and percentages', () => {
  expect(formatCell('2026-11-01', 'day')).toBe('Nov 01, 2026');
  expect(formatCell('2026-11', 'month')).toBe('November 2026');
  expect(formatCell('cod', 'method')).toBe('Cash on delivery');
  expect(formatCell(123456.5, 'rupees')).toBe('₹1,23,456.50');
  expect(formatCell(123456, 'count')).toBe('1,23,456');
  expect(formatCell(0.256, 'rate')).toBe('25.6%');
  expect(formatCell(null, 'rate')).toBe('–');
  expect(formatCell(1234, 'hours')).toBe('1,234 h');
});

test('a PIN area has its state, where it is all in one', () => {
  expect(formatCell('560', 'pin_area')).toBe('560 Karnataka');
  expect(formatCell('396', 'pin_area')).toBe('396'); // Gujarat, and Daman
  expect(formatCell('All others', 'pin_area')).toBe('All others');
});
