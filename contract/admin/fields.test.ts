import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { ContactMessage } from '#contract/contact.ts';
import { CourierForm } from './couriers.ts';
import { customerEndpoints } from './customers.ts';
import { Day, eachItemOnce, StaffEmail } from './fields.ts';
import { MessageListQuery } from './messages.ts';
import { CampaignForm } from './newsletter.ts';
import { TrackingNumber } from './order-actions.ts';
import { OrderListQuery } from './order-list.ts';
import { NewPriceChange } from './product-prices.ts';
import { ProductForm } from './products.ts';

test('a year that PostgreSQL does not have is refused', () => {
  const change = { price: 499, mrp: null, ends_at: null };
  expect(Day.safeParse('0000-01-01').success).toBe(false);
  expect(Day.safeParse('2026-01-01').success).toBe(true);
  for (const [starts_at, accepted] of [
    ['0000-01-01T00:00:00Z', false],
    ['2026-01-01T00:00:00Z', true],
  ])
    expect(NewPriceChange.safeParse({ ...change, starts_at }).success).toBe(accepted);
});

test('a list about items names each item once', () => {
  const list = eachItemOnce(z.object({ item: z.string(), pieces: z.number() }));
  const line = { item: 'a', pieces: 1 };
  expect(list.safeParse([line, { ...line, item: 'b' }]).success).toBe(true);
  expect(list.safeParse([line, line]).success).toBe(false);
});

test('a search finds what was copied from a page, which isolates texts from right to left', () => {
  const { query: CustomerListQuery } = customerEndpoints['GET /admin/customers'];
  for (const query of [OrderListQuery, CustomerListQuery, MessageListQuery])
    expect(query.parse({ q: '\u2068حیدرآباد\u2069' })).toMatchObject({ q: 'حیدرآباد' });
});

test.each(['\u202e', '\u200b', '\u2060\u00ad', ' \u2800 ', '\u3164'])(
  'a field of staff with nothing but %j is not filled in',
  (text) => {
    const product = ProductForm.safeParse({ ...PRODUCT, name: text, ingredients: text });
    expect(new Set(product.error?.issues.map(({ message }) => message))).toEqual(
      new Set(['Enter a name', 'Enter the ingredients']),
    );
    expect(CourierForm.safeParse({ ...COURIER, name: text }).success).toBe(false);
  },
);

test('what staff type is read like what shoppers type', () => {
  expect(ProductForm.parse({ ...PRODUCT, name: 'Blue\u00a0Tea\r\n' }).name).toBe('Blue Tea');
  expect(TrackingNumber.parse(' bd\u2011१२३４\u200b')).toBe('BD-1234');
  expect(StaffEmail.parse('Asha＠Example.com.\u202c')).toBe('asha@example.com');
  const campaign = { subject: 'New\r\nflowers', heading: '', text: 'A\r\n\r\nB', button_label: '' };
  const rest = { button_url: '', picture: null, picture_text: '' };
  expect(CampaignForm.parse({ ...campaign, ...rest })).toMatchObject({
    subject: 'New flowers',
    text: 'A\n\nB',
  });
});

const PRODUCT = {
  name: 'Lemon Blue Tea',
  category: 'packaged',
  weight: '60g',
  description: 'Flowers and lemon peel.',
  long_description: 'Flowers, and the peel of lemons from Nagpur.',
  ingredients: 'Butterfly pea flowers, lemon peel',
  taste: '',
  country_of_origin: 'India',
  benefits: [],
  brewing: [],
  certifications: [],
  contents: [{ count: 2, item: 'pouch', grams: 30 }],
  images: [],
  shown: false,
};
const COURIER = { name: 'Blue Dart', tracking_url: null, active: true };

test('the subject of a message may be a picture, but not nothing', () => {
  const message = { name: 'Asha', email: 'asha@example.com', message: 'Hello', website: '' };
  for (const [subject, accepted] of [
    ['👍🏽', true],
    ['???', true],
    ['\u200b\u00ad', false],
  ])
    expect(ContactMessage.safeParse({ ...message, subject }).success, `${subject}`).toBe(accepted);
});
