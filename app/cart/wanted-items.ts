import { browserStorage } from '#app/shell/document/web-storage.ts';
import { WANTED_ITEMS } from '#app/shell/session/session.ts';
import { MAX_QUANTITY, MIN_QUANTITY } from '#domain/cart.ts';

/** What a signed-out visitor wanted in the cart. */
export type WantedItem = { product_id: string; quantity: number };

/** Waits so long for a sign-in, in milliseconds. */
const LIFETIME_MS = 30 * 60_000;

/** More are not kept; the oldest leave. */
const MOST = 10;

type Stored = WantedItem & { until: number };

/**
 * Remembers what was wanted until somebody signs in. Kept for the whole browser, as the session is: a link from a mail
 * opens in another tab. The same product again takes the place of the first time.
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
    /** Whether there is anything to take. */
    any(): boolean {
      return storage.getItem(WANTED_ITEMS) !== null;
    },

    remember({ product_id, quantity }: WantedItem, now: number) {
      const others = read(now).filter((item) => item.product_id !== product_id);
      const items = [...others, { product_id, quantity, until: now + LIFETIME_MS }];
      try {
        storage.setItem(WANTED_ITEMS, JSON.stringify(items.slice(-MOST)));
      } catch {
        // A full storage: the shopper adds it again after signing in.
      }
    },

    /** Gives the oldest that was remembered and forgets it; null when there is none. */
    takeOne(now: number): WantedItem | null {
      const [oldest, ...others] = read(now);
      if (others.length > 0) storage.setItem(WANTED_ITEMS, JSON.stringify(others));
      else storage.removeItem(WANTED_ITEMS);
      return oldest ? { product_id: oldest.product_id, quantity: oldest.quantity } : null;
    },
  };
}

/** Of this browser. */
export const wantedItems = createWantedItems(browserStorage());

/** An older page, another program or a curious hand may have left anything there. */
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
    // A clock that was set back must not keep it for longer.
    until <= now + LIFETIME_MS
  );
}
