import { expect, test } from 'vitest';
import { showCell } from './show-cell.ts';

test('cells are shown as texts, rupees and percentages', () => {
  expect(showCell('2026-11-01', 'day')).toBe('Nov 01, 2026');
  expect(showCell('2026-11', 'month')).toBe('November 2026');
  expect(showCell('cod', 'method')).toBe('Cash on delivery');
  expect(showCell(123456.5, 'rupees')).toBe('₹1,23,456.50');
  expect(showCell(123456, 'count')).toBe('1,23,456');
  expect(showCell(0.256, 'rate')).toBe('25.6%');
  expect(showCell(null, 'rate')).toBe('–');
  expect(showCell(1234, 'hours')).toBe('1,234 h');
});

test('a PIN area has its state, where it is all in one', () => {
  expect(showCell('560', 'pin_area')).toBe('560 Karnataka');
  expect(showCell('396', 'pin_area')).toBe('396'); // Gujarat, and Daman
  expect(showCell('All others', 'pin_area')).toBe('All others');
});
