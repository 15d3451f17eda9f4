import { expect, test } from 'vitest';
import { PICTURE_WIDTHS } from '#domain/picture.ts';
import { PRODUCT_WIDTHS } from './product-picture.ts';

test('uploaded pictures have the sizes that pages ask for', () => {
  expect(PICTURE_WIDTHS).toEqual(PRODUCT_WIDTHS);
});
