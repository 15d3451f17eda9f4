import { expect, test } from 'vitest';
import { pageOf } from './page-of.ts';

const rows = ['a', 'b', 'c'].map((id) => ({ id }));
const idsOf = (count: number, length: number) => {
  const { page, next } = pageOf(rows.slice(0, count), length, ({ id }) => id);
  return [page.map(({ id }) => id).join(''), next];
};

test('a page with one row more behind it names its last row as where the next one begins', () => {
  expect(idsOf(3, 2)).toEqual(['ab', 'b']);
});

test('the last page, full or not, and an empty list have no next page', () => {
  expect(idsOf(2, 2)).toEqual(['ab', null]);
  expect(idsOf(1, 2)).toEqual(['a', null]);
  expect(idsOf(0, 2)).toEqual(['', null]);
});
