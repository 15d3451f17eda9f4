import { beforeEach, expect, test } from 'vitest';
import { memoryStorage } from '#test/memory-storage.ts';
import { createWantedItems, type WantedItem } from './wanted-items.ts';

const storage = memoryStorage();
const wanted = createWantedItems(storage);

beforeEach(() => storage.entries.clear());

function takeAll(): WantedItem[] {
  const item = wanted.takeOne();
  return item ? [item, ...takeAll()] : [];
}

test('wanted items are returned once, the same product twice with the last quantity', () => {
  wanted.remember({ product_id: '1', quantity: 2 });
  wanted.remember({ product_id: '3', quantity: 1 });
  wanted.remember({ product_id: '1', quantity: 5 });
  expect(takeAll()).toEqual([
    { product_id: '3', quantity: 1 },
    { product_id: '1', quantity: 5 },
  ]);
  expect(takeAll()).toEqual([]);
});

test('keeps at most ten, the newest', () => {
  for (let id = 1; id <= 12; id += 1) {
    wanted.remember({ product_id: String(id), quantity: 1 });
  }
  const given = takeAll();
  expect(given).toHaveLength(10);
  expect(given[0]?.product_id).toBe('3');
});

const ITEM = { product_id: '1', quantity: 1 };

test.each([
  '{',
  '{"product_id":"1"}',
  'null',
  ...[null, 7, {}, { ...ITEM, product_id: 1 }, { ...ITEM, quantity: '1' }].map((item) =>
    JSON.stringify([item]),
  ),
])('ignores invalid stored data: %s', (text) => {
  storage.setItem('wanted-items', text);
  expect(takeAll()).toEqual([]);
  storage.setItem('wanted-items', text);
  wanted.remember({ product_id: '1', quantity: 1 });
  expect(takeAll()).toEqual([{ product_id: '1', quantity: 1 }]);
});
