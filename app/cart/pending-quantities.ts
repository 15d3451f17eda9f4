import { tabStorage } from '#app/shell/web-storage.ts';

const KEY = 'pending-quantities';

/** Quantities by the id of their cart item. */
export type Quantities = Record<string, number>;

/**
 * How long stored quantities are valid, in milliseconds; after that the cart may have been changed on another device.
 */
const LIFETIME_MS = 5 * 60_000;

/** Stores quantities that no response has confirmed when the page is left: the browser may drop its last requests. */
export function storeQuantities(
  quantities: Quantities,
  storage = tabStorage(),
  now = Date.now(),
): void {
  if (Object.keys(quantities).length === 0) return;
  storage.setItem(KEY, JSON.stringify({ at: now, quantities }));
}

/** Returns the quantities that the previous page has stored, and removes them; {} if they are too old. */
export function takeStoredQuantities(storage = tabStorage(), now = Date.now()): Quantities {
  const kept = storage.getItem(KEY);
  storage.removeItem(KEY);
  try {
    const { at, quantities }: Record<string, unknown> = Object(JSON.parse(kept ?? 'null'));
    // Also not those from before the clock was set back.
    if (typeof at !== 'number' || Math.abs(now - at) > LIFETIME_MS) return {};
    return Object.fromEntries(Object.entries(Object(quantities)).filter(isQuantity));
  } catch {
    return {}; // invalid data: ignore it
  }
}

function isQuantity(entry: [string, unknown]): entry is [string, number] {
  return typeof entry[1] === 'number';
}
