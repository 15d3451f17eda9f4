import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { Product } from '#contract/catalogue.ts';
import { Rating } from './rating.tsx';
import { productData } from './structured-data.ts';

const PRODUCT: Product = {
  id: '1',
  name: 'Dried Aparajita Flowers',
  description: 'Whole flowers.',
  price: 499,
  weight: '50g',
  image: '/pictures/products/1-pack.webp',
  category: 'loose-leaf',
  in_stock: true,
  only_left: null,
  images: ['/pictures/products/1-pack.webp'],
  image_texts: [''],
  long_description: 'Whole flowers, dried in the shade.',
  benefits: [],
  brewing: [],
  ingredients: '',
  certifications: [],
  contents: [],
  taste: '',
  country_of_origin: 'India',
  mrp: 499,
  rating: 4.8,
  review_count: 127,
};

function words(value: number, count: number): string {
  return renderToStaticMarkup(createElement(Rating, { value, count })).replace(/<[^>]*>/g, '');
}

test('a rating says how many reviews it is based on', () => {
  expect(words(4.8, 127)).toBe('Rated 4.8 out of 5 from (127 reviews)');
  expect(words(5, 1)).toBe('Rated 5.0 out of 5 from (1 review)');
  expect(productData('https://example.in', PRODUCT)).toMatchObject({
    aggregateRating: { ratingValue: 4.8, reviewCount: 127 },
  });
});

test('a price below the MRP is a sale for search engines, one at the MRP is not', () => {
  const { offers } = productData('https://example.in', { ...PRODUCT, price: 449 });
  expect(offers).toMatchObject({
    price: '449.00',
    priceSpecification: { priceType: 'https://schema.org/StrikethroughPrice', price: '499.00' },
  });
  expect(productData('https://example.in', PRODUCT).offers).not.toHaveProperty(
    'priceSpecification',
  );
});

test('without reviews there is no rating, neither for people nor for search engines', () => {
  expect(words(0, 0)).toBe('');
  const data = productData('https://example.in', { ...PRODUCT, rating: 0, review_count: 0 });
  expect(data).not.toHaveProperty('aggregateRating');
});
