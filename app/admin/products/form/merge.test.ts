import { expect, test } from 'vitest';
import { draftOf } from './draft.ts';
import { merge } from './merge.ts';

const base = { ...draftOf(null), name: 'Blue', taste: 'Mild', weight: '50g' };

test('a field that only one person changed keeps that change', () => {
  const mine = { ...base, name: 'Deep blue' };
  const saved = { ...base, taste: 'Fresh' };
  expect(merge(base, mine, saved)).toEqual({
    merged: { ...base, name: 'Deep blue', taste: 'Fresh' },
    theirs: ['taste'],
    both: [],
  });
});

test('a field that both changed keeps mine and is reported', () => {
  const mine = { ...base, name: 'Deep blue' };
  const saved = { ...base, name: 'Sky blue' };
  expect(merge(base, mine, saved)).toEqual({ merged: mine, theirs: ['name'], both: ['name'] });
});

test('what is saved as I typed it is nobody else’s, nor is a sale or a price', () => {
  const mine = { ...base, weight: '60g ', taste: 'Fresh' };
  const saved = { ...base, weight: '60g', stock: '11', price: '399' };
  expect(merge(base, mine, saved)).toEqual({
    merged: { ...mine, stock: '11', price: '399' },
    theirs: [],
    both: [],
  });
});
