import { expect, test } from 'vitest';
import { aProduct } from '#test/component/fake-products.ts';
import { draftOf } from './draft.ts';
import { inFormOrder } from './field-names.ts';
import { merge } from './merge.ts';
import { unsavedInitialValues, withUnsavedInitialValues } from './unsaved-initial-values.ts';

test('what is wrong is named from the top of the form to its end', () => {
  const errors = {
    name: 'Enter a name',
    'contents.0.item': 'Enter what it is',
    'images.1.text': 'Say what the picture shows',
    'images.2.text': 'Say what the picture shows',
    mrp: 'The price is above the MRP',
  };
  expect(inFormOrder(errors).map(([path]) => path)).toEqual([
    'name',
    'mrp',
    'images.1.text',
    'images.2.text',
    'contents.0.item',
  ]);
});

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

const FIRST = aProduct('night-tea', { price: 349, mrp: 499, stock: 12, shown: false });

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
