import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Price } from './price.tsx';

const html = (price: number, mrp: number) =>
  renderToStaticMarkup(createElement(Price, { priced: { price, mrp } }));
const words = (price: number, mrp: number) => html(price, mrp).replace(/<[^>]*>/g, '');

test('a price below the MRP has the MRP struck through beside it, and says which one is paid', () => {
  expect(html(749, 799)).toContain('<s>₹799.00</s>');
  expect(words(749, 799)).toBe('You pay ₹749.00 MRP ₹799.00');
});

test('a price that is the MRP stands alone', () => {
  expect(words(799, 799)).toBe('₹799.00');
});
