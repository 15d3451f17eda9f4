import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { Day, eachItemOnce } from './fields.ts';
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
