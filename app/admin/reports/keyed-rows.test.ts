import { expect, test } from 'vitest';
import { keyedRows } from './keyed-rows.ts';

test('two products with the same name and count get two rows', () => {
  const rows = [
    ['Blue tea', 3, 3, 1497],
    ['Blue tea', 3, 3, 897],
  ];
  const keyed = keyedRows(rows);
  expect(keyed.map(({ row }) => row)).toEqual(rows);
  expect(new Set(keyed.map(({ key }) => key)).size).toBe(2);
});
