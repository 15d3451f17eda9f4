import { tabStorage } from '#app/shell/document/web-storage.ts';

const KEY = 'cart-wishes';

/** Quantities by the id of their line. */
export type Wishes = Record<string, number>;

/** Keeps what a page that is being left could not save for sure; a browser may drop its last requests. */
export function keepWishes(wishes: Wishes, storage = tabStorage()): void {
  if (Object.keys(wishes).length > 0) storage.setItem(KEY, JSON.stringify(wishes));
}

/** Gives what the page before this one has kept, once. */
export function takeWishes(storage = tabStorage()): Wishes {
  const kept = storage.getItem(KEY);
  storage.removeItem(KEY);
  try {
    const wishes: unknown = JSON.parse(kept ?? '{}');
    return Object.fromEntries(Object.entries(Object(wishes)).filter(isWish));
  } catch {
    return {}; // not ours: nothing can be done for it
  }
}

function isWish(entry: [string, unknown]): entry is [string, number] {
  return typeof entry[1] === 'number';
}
