import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { previewCard } from './campaign-fields.tsx';

const FILES = readdirSync('public/pictures/og').filter((file) => file.startsWith('product-'));

test('a newsletter’s picture can be every card that a product has, and no other', () => {
  const ids = [...FILES.map((file) => file.replace(/^product-|\.jpg$/g, '')), 'monsoon-tea', '7'];
  const cards = ids.map(previewCard).filter((card) => card !== null);
  expect(cards).toEqual(FILES.map((file) => `/pictures/og/${file}`));
});
