import { expect, test } from 'vitest';
import { proofOf } from './proof.ts';

test('the strip says the price of the cheapest and the rating of the most popular', () => {
  expect(proofOf({ rating: 4.8, review_count: 127 }, { price: 499 })).toEqual([
    'From ₹499.00',
    'Rated 4.8 from 127 reviews',
    'Cash on delivery',
    'Delivery in 3-5 business days',
    'Free shipping over ₹999',
  ]);
});

test('one review is one', () => {
  expect(proofOf({ rating: 5, review_count: 1 }, undefined)).toContain('Rated 5.0 from 1 review');
});

test('what there is not is not claimed', () => {
  expect(proofOf({ rating: 0, review_count: 0 }, undefined)).toEqual([
    'Cash on delivery',
    'Delivery in 3-5 business days',
    'Free shipping over ₹999',
  ]);
});
