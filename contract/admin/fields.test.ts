import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { ContactMessage } from '#contract/contact.ts';
import { customerEndpoints } from './customers.ts';
import { Day, eachItemOnce } from './fields.ts';
import { MessageListQuery } from './messages.ts';
import { OrderListQuery } from './order-list.ts';
import { NewPriceChange } from './product-prices.ts';

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

test('the subject of a message may be a picture, but not nothing', () => {
  const message = { name: 'Asha', email: 'asha@example.com', message: 'Hello', website: '' };
  for (const [subject, accepted] of [
    ['👍🏽', true],
    ['???', true],
    ['\u200b\u00ad', false],
  ])
    expect(ContactMessage.safeParse({ ...message, subject }).success, `${subject}`).toBe(accepted);
});
