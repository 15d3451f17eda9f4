import { expect, test } from 'vitest';
import { keepWishes, takeWishes } from './pending-quantities.ts';

function storageOf(kept: Record<string, string>) {
  const entries = new Map(Object.entries(kept));
  return {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
  };
}

test('the next page is given what was kept, and the one after it nothing', () => {
  const storage = storageOf({});
  keepWishes({ tea: 2, gift: 5 }, storage);
  expect(takeWishes(storage)).toEqual({ tea: 2, gift: 5 });
  expect(takeWishes(storage)).toEqual({});
});

test('a page that is left with nothing open does not forget for another', () => {
  const storage = storageOf({});
  keepWishes({ tea: 2 }, storage);
  keepWishes({}, storage);
  expect(takeWishes(storage)).toEqual({ tea: 2 });
});

test.each(['null', '[]', '"x"', '{"tea":"2"}', '{', ''])(
  'what is no wish is left alone: %s',
  (kept) => {
    expect(takeWishes(storageOf({ 'cart-wishes': kept }))).toEqual({});
  },
);
