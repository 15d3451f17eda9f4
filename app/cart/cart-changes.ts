import { call } from '#app/shell/api/api.ts';
import { hasErrorCode, messageOf } from '#app/shell/api/api-error.ts';
import { tabStorage } from '#app/shell/web-storage.ts';
import { showError, showToast } from '#app/ui/toast.tsx';
import type { CartItem } from '#contract/cart.ts';
import { clampQuantity, orderableQuantity } from '#domain/cart.ts';
import { formatRupees } from '#domain/money.ts';
import { cachedItems, refreshCart, updateCachedItems } from './cart-cache.ts';
import { createDebouncedSave } from './debounced-save.ts';

const KEY = 'pending-quantities';

/**
 * How long stored quantities are valid, in milliseconds; after that the cart may have been changed on another device.
 */
const LIFETIME_MS = 5 * 60_000;

/** Quantities as the server last confirmed them, of cart items with a pending change. */
const confirmed = new Map<string, number>();

const quantities = createDebouncedSave<CartItem>({
  delayMs: 300,
  save: (id, quantity) => call('PATCH /cart/items/{id}', { params: { id }, body: { quantity } }),
  onSaved(item) {
    confirmed.delete(item.id);
    showNewPrice(item);
    updateCachedItems((items) => items.map((known) => (known.id === item.id ? item : known)));
    void refreshCart();
  },
  onFailed(id, error) {
    const before = confirmed.get(id);
    confirmed.delete(id);
    if (before !== undefined) showQuantity(id, before);
    // An earlier one of several changes may have been saved.
    void refreshCart();
    // A change of the previous page that was sent again: the item was ordered or removed meanwhile, which needs no
    // message.
    if (before === undefined && hasErrorCode(error, 'cart_item_not_found')) return;
    showError(messageOf(error));
  },
});

// Sends pending changes when the page is left. Whether the request arrives, and before the next page reads the cart, is
// unknown: the next page in this tab sends it again first.
if (typeof window !== 'undefined') {
  for (const [id, quantity] of Object.entries(takeStoredQuantities())) quantities.set(id, quantity);
  window.addEventListener('pagehide', () => {
    storeQuantities(quantities.unconfirmed());
    void quantities.flush();
  });
  window.addEventListener('pageshow', ({ persisted }) => persisted && takeStoredQuantities());
}

/**
 * Shows a new quantity at once and saves it after a pause; if that fails, restores the former one and shows a toast.
 */
export function changeQuantity(item: CartItem, quantity: number) {
  if (!confirmed.has(item.id)) confirmed.set(item.id, item.quantity);
  showQuantity(item.id, quantity);
  quantities.set(item.id, quantity);
}

const pending = new Set<Promise<boolean>>();

/** Removes an item at once and deletes it on the server; on failure restores it in place and shows a toast. */
export function removeItem(item: CartItem): Promise<boolean> {
  quantities.cancel(item.id);
  confirmed.delete(item.id);
  const index = cachedItems().findIndex((known) => known.id === item.id);
  updateCachedItems((items) => items.filter((known) => known.id !== item.id));

  return track(async () => {
    try {
      await call('DELETE /cart/items/{id}', { params: { id: item.id } });
    } catch (error) {
      // Removed in another tab already: the result is the same.
      if (!hasErrorCode(error, 'cart_item_not_found')) {
        updateCachedItems((items) => items.toSpliced(index, 0, item));
        showError(messageOf(error));
        return false;
      }
    }
    showToast({
      title: 'Removed from cart',
      description: 'Item has been removed from your cart.',
    });
    return true;
  });
}

/**
 * Accepts the current price and stock of an item: sets its quantity to at most what can be ordered, or removes it when
 * it is sold out. False if that failed.
 */
export function acceptItem(item: CartItem): Promise<boolean> {
  if (isSoldOut(item)) return removeItem(item);
  const quantity = clampQuantity(item.quantity, orderableQuantity(item));
  return track(async () => {
    try {
      const fresh = await call('PATCH /cart/items/{id}', {
        params: { id: item.id },
        body: { quantity },
      });
      showNewPrice(fresh);
      updateCachedItems((items) => items.map((known) => (known.id === item.id ? fresh : known)));
      return true;
    } catch (error) {
      showError(messageOf(error));
      return false;
    }
  });
}

/** Whether the item is sold out, so that accepting it removes it. */
export function isSoldOut(item: CartItem): boolean {
  return !item.available || item.stock === 0;
}

/** Waits until the server has all changes to the cart; false if one failed. */
export async function flushCart(): Promise<boolean> {
  const done = await Promise.all([quantities.flush(), ...pending]);
  return done.every(Boolean);
}

/** Counts a change as pending until it is done, then reloads the cart. */
function track(change: () => Promise<boolean>): Promise<boolean> {
  const promise = change().finally(() => {
    pending.delete(promise);
    void refreshCart();
  });
  pending.add(promise);
  return promise;
}

/** Saving a quantity accepts the current price: shows a toast when it differs from the one on screen. */
function showNewPrice(item: CartItem) {
  const known = cachedItems().find(({ id }) => id === item.id);
  if (!known || known.current_price === item.price) return;
  showToast({
    title: 'Price updated',
    description: `${item.product_name} is now ${formatRupees(item.price)}.`,
  });
}

function showQuantity(id: string, quantity: number) {
  updateCachedItems((items) =>
    items.map((item) => (item.id === id ? { ...item, quantity } : item)),
  );
}

/** Quantities by the id of their cart item. */
type Quantities = Record<string, number>;

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
