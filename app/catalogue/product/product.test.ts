import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { Product } from '#contract/catalogue.ts';
import type { ShopDetails } from '#contract/shop-details.ts';
import { factsOf } from './product-facts.ts';
import { Rating } from './product-summary-panel.tsx';
import { productData } from './structured-data.ts';

const SITE = 'https://example.in';

const PRODUCT: Product = {
  id: '3',
  name: 'Blue Tea Wellness Set',
  description: '',
  price: 1299,
  weight: '200g',
  image: '',
  category: 'gift-set',
  in_stock: true,
  only_left: null,
  images: [],
  image_texts: [],
  long_description: '',
  benefits: [],
  brewing: [{ title: 'Take', text: '5-7 dried flowers for each cup.' }],
  ingredients: '100% dried butterfly pea flowers',
  certifications: [],
  contents: [
    { count: 2, item: 'tin of flowers', grams: 100 },
    { count: 1, item: 'glass cup' },
  ],
  taste: 'Mild',
  country_of_origin: 'India',
  mrp: 1299,
  rating: 4.8,
  review_count: 127,
};
const SELLER: ShopDetails = {
  legal_name: 'Asha Teas Pvt Ltd',
  address: ['12 Marine Drive', 'Mumbai 400020'],
  emails: ['tea@example.in', 'orders@example.in'],
  phone: '+91 20 1234 5678',
  fssai: '12345678901234',
  grievance_officer: null,
};

test('cups, price per cup and price per gram follow from the weight of a pack', () => {
  const facts = factsOf(PRODUCT, SELLER);
  expect(facts.price_note).toBe('MRP, inclusive of all taxes · ₹12.99 a cup');
  expect(facts.glance).toEqual([
    ['In the pack', 'About 100 cups'],
    ['Price per cup', '₹12.99'],
    ['Taste', 'Mild'],
    ['Caffeine', 'None'],
    ['Water', '80-90°C'],
    ['Steep', '3-5 minutes'],
  ]);
  expect(facts.box).toEqual(['2 × tin of flowers, 100\u00a0g each', '1 × glass cup']);
  expect(facts.questions.map(([, answer]) => answer).join(' ')).toContain('no caffeine');
});

test('the label has what the law requires, from the catalogue and the settings', () => {
  expect(factsOf(PRODUCT, SELLER).label).toEqual([
    ['Product', '100% dried butterfly pea flowers'],
    ['Net quantity', '200g'],
    ['MRP', '₹1,299.00, inclusive of all taxes'],
    ['Unit price', '₹6.50 per g'],
    ['Country of origin', 'India'],
    ['Packed and sold by', 'Asha Teas Pvt Ltd, 12 Marine Drive, Mumbai 400020'],
    ['Consumer care', '+91 20 1234 5678, tea@example.in'],
    ['Best before', 'See the date on the pack'],
    ['FSSAI', '12345678901234'],
  ]);
});

test('below the MRP the price is no longer called that, and the label keeps what the pack says', () => {
  const facts = factsOf({ ...PRODUCT, price: 1000 }, SELLER);
  expect(facts.price_note).toBe('Inclusive of all taxes · ₹10.00 a cup');
  expect(facts.label).toContainEqual(['MRP', '₹1,299.00, inclusive of all taxes']);
  expect(facts.label).toContainEqual(['Unit price', '₹6.50 per g']);
});

test('unset owner details are marked, and an unset licence is not shown', () => {
  const unset = { legal_name: null, address: null, phone: null, fssai: null };
  const label = new Map(factsOf(PRODUCT, { ...SELLER, ...unset }).label);
  expect(label.get('Packed and sold by')).toBe(
    '[to be filled in by the owner, in Settings: Registered name], [to be filled in by the owner, in Settings: Address]',
  );
  expect(label.get('Consumer care')).toBe('tea@example.in');
  expect(label.has('FSSAI')).toBe(false);
});

test('a product without details shows no number of cups', () => {
  const facts = factsOf({ ...PRODUCT, contents: [], taste: '' }, SELLER);
  expect(facts.price_note).toBe('MRP, inclusive of all taxes');
  expect(facts.box).toEqual([]);
  expect(JSON.stringify(facts)).not.toMatch(/cups|a cup|per g|Taste/);
});

function words(value: number, count: number): string {
  return renderToStaticMarkup(createElement(Rating, { value, count })).replace(/<[^>]*>/g, '');
}

test('a rating says how many reviews it is based on', () => {
  expect(words(4.8, 127)).toBe('Rated 4.8 out of 5 from (127 reviews)');
  expect(words(5, 1)).toBe('Rated 5.0 out of 5 from (1 review)');
  expect(productData(SITE, PRODUCT, 0)).toMatchObject({
    aggregateRating: { ratingValue: 4.8, reviewCount: 127 },
  });
});

test('a price below the MRP is a sale for search engines, one at the MRP is not', () => {
  const { offers } = productData(SITE, { ...PRODUCT, price: 449 }, 0);
  expect(offers).toMatchObject({
    price: '449.00',
    priceSpecification: { priceType: 'https://schema.org/StrikethroughPrice', price: '1299.00' },
  });
  expect(productData(SITE, PRODUCT, 0).offers).not.toHaveProperty('priceSpecification');
});

test('search engines are told what delivery costs', () => {
  const { offers } = productData(SITE, PRODUCT, 49);
  expect(offers.shippingDetails.shippingRate).toMatchObject({ value: '49.00', currency: 'INR' });
});

test('without reviews there is no rating, neither for people nor for search engines', () => {
  expect(words(0, 0)).toBe('');
  const data = productData(SITE, { ...PRODUCT, rating: 0, review_count: 0 }, 0);
  expect(data).not.toHaveProperty('aggregateRating');
});
