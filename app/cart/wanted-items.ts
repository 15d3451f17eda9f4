import { WANTED_ITEMS } from '#app/shell/session/session.ts';
import { browserStorage } from '#app/shell/web-storage.ts';
import { MAX_QUANTITY, MIN_QUANTITY } from '#domain/cart.ts';

/** An item that a guest wanted to add to the cart. */
export type WantedItem = { product_id: string; quantity: number };

/** How long an item is kept for sign-in, in milliseconds. */
const LIFETIME_MS = 30 * 60_000;

/** How many items are kept; the oldest are dropped. */
const MAX_ITEMS = 10;

type Stored = WantedItem & { until: number };

/**
 * Stores the items that a guest wanted to add, until they sign in. In local storage like the session, because an
 * emailed link opens in another tab. Adding the same product again replaces its entry.
 */
export function createWantedItems(storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>) {
  function read(now: number): Stored[] {
    try {
      const stored: unknown = JSON.parse(storage.getItem(WANTED_ITEMS) ?? '[]');
      return Array.isArray(stored) ? stored.filter((item) => isStored(item, now)) : [];
    } catch {
      return [];
    }
  }

  return {
    /** Whether anything is stored. */
    any(): boolean {
      return storage.getItem(WANTED_ITEMS) !== null;
    },

    remember({ product_id, quantity }: WantedItem, now: number) {
      const others = read(now).filter((item) => item.product_id !== product_id);
      const items = [...others, { product_id, quantity, until: now + LIFETIME_MS }];
      try {
        storage.setItem(WANTED_ITEMS, JSON.stringify(items.slice(-MAX_ITEMS)));
      } catch {
        // Storage is full: the shopper has to add it again after signing in.
      }
    },

    /** Removes and returns the oldest stored item; null when there is none. */
    takeOne(now: number): WantedItem | null {
      const [oldest, ...others] = read(now);
      if (others.length > 0) storage.setItem(WANTED_ITEMS, JSON.stringify(others));
      else storage.removeItem(WANTED_ITEMS);
      return oldest ? { product_id: oldest.product_id, quantity: oldest.quantity } : null;
    },
  };
}

/** localStorage of this browser. */
export const wantedItems = createWantedItems(browserStorage());

/** Validates the stored value: an older version of the page, or anything else, may have written it. */
function isStored(item: unknown, now: number): item is Stored {
  if (typeof item !== 'object' || item === null) return false;
  if (!('product_id' in item && 'quantity' in item && 'until' in item)) return false;
  const { product_id, quantity, until } = item;
  return (
    typeof product_id === 'string' &&
    product_id.length >= 1 &&
    product_id.length <= 64 &&
    typeof quantity === 'number' &&
    Number.isInteger(quantity) &&
    quantity >= MIN_QUANTITY &&
    quantity <= MAX_QUANTITY &&
    typeof until === 'number' &&
    until > now &&
    // Also rejects times in the far future, from before a clock was set back.
    until <= now + LIFETIME_MS
  );
}
