import { beforeEach, expect, test } from 'vitest';
import { memoryStorage } from '#test/memory-storage.ts';
import { createWantedItems, type WantedItem } from './wanted-items.ts';

const NOW = Date.parse('2026-01-05T10:00:00Z');
const MINUTE = 60_000;

const storage = memoryStorage();
const wanted = createWantedItems(storage);

beforeEach(() => storage.entries.clear());

function takeAll(now: number): WantedItem[] {
  const item = wanted.takeOne(now);
  return item ? [item, ...takeAll(now)] : [];
}

test('a wanted item is returned once', () => {
  wanted.remember({ product_id: '1', quantity: 2 }, NOW);
  expect(takeAll(NOW)).toEqual([{ product_id: '1', quantity: 2 }]);
  expect(takeAll(NOW)).toEqual([]);
});

test('the same product twice is stored once, with the last quantity', () => {
  wanted.remember({ product_id: '1', quantity: 2 }, NOW);
  wanted.remember({ product_id: '3', quantity: 1 }, NOW);
  wanted.remember({ product_id: '1', quantity: 5 }, NOW);
  expect(takeAll(NOW)).toEqual([
    { product_id: '3', quantity: 1 },
    { product_id: '1', quantity: 5 },
  ]);
});

test('is forgotten after half an hour, and by a clock that was set back', () => {
  wanted.remember({ product_id: '1', quantity: 1 }, NOW);
  wanted.remember({ product_id: '3', quantity: 1 }, NOW + MINUTE);
  expect(takeAll(NOW + 30 * MINUTE)).toEqual([{ product_id: '3', quantity: 1 }]);
  wanted.remember({ product_id: '1', quantity: 1 }, NOW);
  expect(takeAll(NOW - MINUTE)).toEqual([]);
});

test('keeps at most ten, the newest', () => {
  for (let id = 1; id <= 12; id += 1) {
    wanted.remember({ product_id: String(id), quantity: 1 }, NOW);
  }
  const given = takeAll(NOW);
  expect(given).toHaveLength(10);
  expect(given[0]?.product_id).toBe('3');
});

const ITEM = { product_id: '1', quantity: 1, until: NOW + MINUTE };

test.each([
  '{',
  '{"product_id":"1"}',
  'null',
  ...[
    null,
    7,
    {},
    { ...ITEM, product_id: '' },
    { ...ITEM, product_id: 'x'.repeat(65) },
    { ...ITEM, product_id: 1 },
    { ...ITEM, quantity: 0 },
    { ...ITEM, quantity: 1.5 },
    { ...ITEM, quantity: 1000 },
    { ...ITEM, quantity: '1' },
    { ...ITEM, until: 'soon' },
    { ...ITEM, until: undefined },
  ].map((item) => JSON.stringify([item])),
])('ignores invalid stored data: %s', (text) => {
  storage.setItem('wanted-items', text);
  expect(takeAll(NOW)).toEqual([]);
  storage.setItem('wanted-items', text);
  wanted.remember({ product_id: '1', quantity: 1 }, NOW);
  expect(takeAll(NOW)).toEqual([{ product_id: '1', quantity: 1 }]);
});
