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
  const mine = { ...base, name: 'Deep blue', weight: '60g' };
  const saved = { ...base, name: 'Sky blue', weight: '60g' };
  expect(merge(base, mine, saved)).toEqual({
    merged: mine,
    theirs: ['name', 'weight'],
    both: ['name'],
  });
});
