import { expect, test } from 'vitest';
import { addressTexts, describeMerge, mergeAddress } from './merge-address.ts';

const base = addressTexts({
  full_name: 'Asha Rao',
  phone: '9876543210',
  address_line1: '12 Hill Road',
  address_line2: null,
  city: 'Mumbai',
  state: 'Maharashtra',
  postal_code: '400050',
  country: 'India',
});

test('a field that only the other person changed is theirs, and one that only I changed stays mine', () => {
  const typed = { ...base, phone: '9123456780' };
  const saved = { ...base, postal_code: '411001', city: 'Pune' };
  expect(mergeAddress(base, typed, saved)).toEqual({ theirs: ['postal_code', 'city'], both: [] });
});

test('a field that both changed is named, unless both typed the same', () => {
  const typed = { ...base, phone: '9123456780', address_line2: 'Flat 3' };
  const saved = { ...base, phone: '9000000001', address_line2: 'Flat 3' };
  const merge = mergeAddress(base, typed, saved);
  expect(merge).toEqual({ theirs: [], both: ['phone'] });
  expect(describeMerge(merge, typed, saved)).toBe(
    'You both changed Phone (9123456780 in the form, 9000000001 saved). Look it over, then save again.',
  );
});

test('nothing is told where the other person changed something else of the order', () => {
  const typed = { ...base, city: 'Pune' };
  expect(describeMerge(mergeAddress(base, typed, base), typed, base)).toBe('');
});

test('a field that the other person emptied is empty', () => {
  const floor = { ...base, address_line2: 'Flat 3' };
  expect(mergeAddress(floor, { ...floor, city: 'Pune' }, base)).toEqual({
    theirs: ['address_line2'],
    both: [],
  });
});
