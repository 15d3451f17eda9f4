import { expect, test } from 'vitest';
import { storeQuantities, takeStoredQuantities } from './pending-quantities.ts';

function storageOf(kept: Record<string, string>) {
  const entries = new Map(Object.entries(kept));
  return {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
  };
}

test('gives the next page the stored quantities, and the one after it nothing', () => {
  const storage = storageOf({});
  storeQuantities({ tea: 2, gift: 5 }, storage);
  expect(takeStoredQuantities(storage)).toEqual({ tea: 2, gift: 5 });
  expect(takeStoredQuantities(storage)).toEqual({});
});

test('a tab that is opened again much later changes nothing', () => {
  const storage = storageOf({});
  const now = Date.now();
  storeQuantities({ tea: 2 }, storage, now);
  expect(takeStoredQuantities(storage, now + 4 * 60_000)).toEqual({ tea: 2 });
  storeQuantities({ tea: 2 }, storage, now);
  expect(takeStoredQuantities(storage, now + 6 * 60_000)).toEqual({});
  expect(takeStoredQuantities(storage, now)).toEqual({});
});

test('leaving a page without pending changes keeps what another page stored', () => {
  const storage = storageOf({});
  storeQuantities({ tea: 2 }, storage);
  storeQuantities({}, storage);
  expect(takeStoredQuantities(storage)).toEqual({ tea: 2 });
});

test.each([
  'null',
  '[]',
  '"x"',
  '{"tea":2}',
  `{"at":${Date.now()},"quantities":{"tea":"2"}}`,
  `{"at":${Date.now()},"quantities":null}`,
  `{"at":"now","quantities":{"tea":2}}`,
  '{',
  '',
])('what is no wish is left alone: %s', (kept) => {
  expect(takeStoredQuantities(storageOf({ 'pending-quantities': kept }))).toEqual({});
});
