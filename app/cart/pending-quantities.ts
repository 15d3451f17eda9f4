import { tabStorage } from '#app/shell/document/web-storage.ts';

const KEY = 'pending-quantities';

/** Quantities by the id of their cart item. */
export type Quantities = Record<string, number>;

/** Stores quantities not confirmed when the page is left; a browser may drop its last requests. */
export function storeQuantities(quantities: Quantities, storage = tabStorage()): void {
  if (Object.keys(quantities).length > 0) storage.setItem(KEY, JSON.stringify(quantities));
}

/** Returns what the previous page stored, once. */
export function takeStoredQuantities(storage = tabStorage()): Quantities {
  const kept = storage.getItem(KEY);
  storage.removeItem(KEY);
  try {
    const quantities: unknown = JSON.parse(kept ?? '{}');
    return Object.fromEntries(Object.entries(Object(quantities)).filter(isQuantity));
  } catch {
    return {}; // invalid data: ignore it
  }
}

function isQuantity(entry: [string, unknown]): entry is [string, number] {
  return typeof entry[1] === 'number';
}
