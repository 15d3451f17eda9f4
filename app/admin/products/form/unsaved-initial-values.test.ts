import { expect, test } from 'vitest';
import type { AdminProduct } from '#contract/admin/products.ts';
import { draftOf } from './draft.ts';
import { unsavedInitialValues, withUnsavedInitialValues } from './unsaved-initial-values.ts';

const FIRST: AdminProduct = {
  id: 'night-tea',
  name: 'Night Tea',
  category: 'packaged',
  weight: '60g',
  description: 'x',
  long_description: 'x',
  ingredients: 'x',
  taste: '',
  country_of_origin: 'India',
  benefits: [],
  brewing: [],
  certifications: [],
  contents: [],
  images: [],
  shown: false,
  price: 349,
  mrp: 499,
  stock: 12,
  version: 0,
  running: null,
  removable: false,
  price_changes: [],
};

test('a price typed after the new product had been added is reported until it is changed', () => {
  const base = draftOf(FIRST);
  const draft = { ...base, taste: 'Calm', price: '₹399.00', mrp: '449', stock: '20' };
  expect(unsavedInitialValues(base, draft, FIRST)).toEqual(['price', 'mrp', 'stock']);
  expect(unsavedInitialValues(base, draft, { ...FIRST, price: 399, mrp: 449 })).toEqual(['stock']);
  const saved = { ...FIRST, taste: 'Calm', mrp: 449, stock: 20 };
  expect(withUnsavedInitialValues(base, draft, saved)).toEqual({
    ...draftOf(saved),
    price: '₹399.00',
  });
});

test('a price change or a sale while a form is open is not reported', () => {
  const base = draftOf(FIRST);
  const draft = { ...base, taste: 'Calm' };
  expect(unsavedInitialValues(base, draft, { ...FIRST, price: 299, stock: 11 })).toEqual([]);
});
