import { WANTED_ITEMS } from '#app/shell/session/session.ts';
import { browserStorage } from '#app/shell/web-storage.ts';

/** An item that a guest wanted to add to the cart. */
export type WantedItem = { product_id: string; quantity: number };

/** How many items are kept; the oldest are dropped. */
const MAX_ITEMS = 10;

/**
 * Stores the items that a guest wanted to add, until they sign in. In local storage like the session, because an
 * emailed link opens in another tab. Adding the same product again replaces its entry.
 */
export function createWantedItems(storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>) {
  function read(): WantedItem[] {
    try {
      const stored: unknown = JSON.parse(storage.getItem(WANTED_ITEMS) ?? '[]');
      return Array.isArray(stored) ? stored.filter(isWantedItem) : [];
    } catch {
      return [];
    }
  }

  return {
    /** Whether anything is stored. */
    any(): boolean {
      return storage.getItem(WANTED_ITEMS) !== null;
    },

    remember({ product_id, quantity }: WantedItem) {
      const others = read().filter((item) => item.product_id !== product_id);
      const items = [...others, { product_id, quantity }];
      try {
        storage.setItem(WANTED_ITEMS, JSON.stringify(items.slice(-MAX_ITEMS)));
      } catch {
        // Storage is full: the shopper has to add it again after signing in.
      }
    },

    /** Removes and returns the oldest stored item; null when there is none. */
    takeOne(): WantedItem | null {
      const [oldest, ...others] = read();
      if (others.length > 0) storage.setItem(WANTED_ITEMS, JSON.stringify(others));
      else storage.removeItem(WANTED_ITEMS);
      return oldest ? { product_id: oldest.product_id, quantity: oldest.quantity } : null;
    },
  };
}

/** localStorage of this browser. */
export const wantedItems = createWantedItems(browserStorage());

/** Whether it looks like one; an older version of the page may have written it. The server checks it. */
function isWantedItem(item: unknown): item is WantedItem {
  const { product_id, quantity }: Record<string, unknown> = Object(item);
  return typeof product_id === 'string' && typeof quantity === 'number';
}
