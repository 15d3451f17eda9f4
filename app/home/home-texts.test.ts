import { expect, test } from 'vitest';
import { DEFAULT_SHIPPING } from '#domain/shipping.ts';
import { newsletterTexts, trustPoints } from './home-texts.ts';

test('shows the price of the cheapest product and the rating of the most popular', () => {
  expect(trustPoints({ rating: 4.8, review_count: 127 }, { price: 499 }, DEFAULT_SHIPPING)).toEqual(
    [
      'From ₹499.00',
      'Rated 4.8 from 127 reviews',
      'Cash on delivery',
      'Delivery in 3-5 business days',
      'Free shipping over ₹999',
    ],
  );
});

test('leaves out what is unknown, and writes one review in the singular', () => {
  expect(trustPoints({ rating: 0, review_count: 0 }, undefined, DEFAULT_SHIPPING)).toEqual([
    'Cash on delivery',
    'Delivery in 3-5 business days',
    'Free shipping over ₹999',
  ]);
  const one = trustPoints({ rating: 5, review_count: 1 }, undefined, DEFAULT_SHIPPING);
  expect(one).toContain('Rated 5.0 from 1 review');
});

test('promises for the newsletter what the owner has set, and nothing where that is off', () => {
  expect(newsletterTexts({ percent: 15, days: 30 }).title).toBe('15% off your first order');
  expect(JSON.stringify(newsletterTexts(null))).not.toContain('order');
});
