import { call } from '#app/shell/api/api.ts';
import { isRefused, messageOf } from '#app/shell/api/api-error.ts';
import { showToast } from '#app/ui/toast.tsx';
import type { CartItem } from '#contract/cart.ts';
import { clampQuantity } from '#domain/cart.ts';
import { formatPaise, toPaise } from '#domain/money.ts';
import { knownLines, refreshCart, showLines } from './cart-cache.ts';
import { createDebouncedSave } from './debounced-save.ts';
import { storeQuantities, takeStoredQuantities } from './pending-quantities.ts';

/** Quantities as the server last confirmed them, of cart items with a pending change. */
const confirmed = new Map<string, number>();

const quantities = createDebouncedSave<CartItem>({
  delayMs: 300,
  write: (id, quantity) => call('PATCH /cart/items/{id}', { params: { id }, body: { quantity } }),
  onWritten(line) {
    confirmed.delete(line.id);
    showNewPrice(line);
    showLines((lines) => lines.map((known) => (known.id === line.id ? line : known)));
    void refreshCart();
  },
  onFailed(id, error) {
    const before = confirmed.get(id);
    confirmed.delete(id);
    if (before !== undefined) showQuantity(id, before);
    showFailure(error);
  },
});

// Sends what was clicked just before leaving. Whether it arrives, and before the next page reads the cart, is unknown:
// the next page in this tab sends it again first.
if (typeof window !== 'undefined') {
  for (const [id, quantity] of Object.entries(takeStoredQuantities())) quantities.set(id, quantity);
  window.addEventListener('pagehide', () => {
    storeQuantities(quantities.unconfirmed());
    void quantities.flush();
  });
  window.addEventListener('pageshow', ({ persisted }) => persisted && takeStoredQuantities());
}

/** Shows a new quantity at once and saves it after a pause; on failure restores the old one and shows a toast. */
export function changeQuantity(line: CartItem, quantity: number) {
  if (!confirmed.has(line.id)) confirmed.set(line.id, line.quantity);
  showQuantity(line.id, quantity);
  quantities.set(line.id, quantity);
}

const pending = new Set<Promise<boolean>>();

/** Removes an item at once and deletes it on the server; on failure restores it in place and shows a toast. */
export function removeLine(line: CartItem): Promise<boolean> {
  quantities.forget(line.id);
  confirmed.delete(line.id);
  const place = knownLines().findIndex((known) => known.id === line.id);
  showLines((lines) => lines.filter((known) => known.id !== line.id));

  return track(async () => {
    try {
      await call('DELETE /cart/items/{id}', { params: { id: line.id } });
    } catch (error) {
      // Removed in another tab already: the result is the same.
      if (!isRefused(error, 'cart_item_not_found')) {
        showLines((lines) => lines.toSpliced(place, 0, line));
        showFailure(error);
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

/** Accepts an item as it is today: at today's price, and at most what is in stock. Removes it when it is sold out. */
export function acceptLine(line: CartItem): Promise<boolean> {
  if (isLost(line)) return removeLine(line);
  const quantity = clampQuantity(line.quantity, line.stock);
  return track(async () => {
    try {
      const fresh = await call('PATCH /cart/items/{id}', {
        params: { id: line.id },
        body: { quantity },
      });
      showLines((lines) => lines.map((known) => (known.id === line.id ? fresh : known)));
      return true;
    } catch (error) {
      showFailure(error);
      return false;
    }
  });
}

/** True when the item is sold out: accepting it removes it. */
export function isLost(line: CartItem): boolean {
  return !line.available || line.stock === 0;
}

/** Waits until the server has all changes to the cart; false if one failed. */
export async function settleCart(): Promise<boolean> {
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

/** Saving a quantity accepts today's price: tells the shopper when it differs from the one they saw. */
function showNewPrice(line: CartItem) {
  const known = knownLines().find(({ id }) => id === line.id);
  if (!known || known.current_price === line.price) return;
  showToast({
    title: 'Price updated',
    description: `${line.product_name} is now ${formatPaise(toPaise(line.price))}.`,
  });
}

function showQuantity(id: string, quantity: number) {
  showLines((lines) => lines.map((line) => (line.id === id ? { ...line, quantity } : line)));
}

function showFailure(error: unknown) {
  showToast({ title: 'Error', description: messageOf(error), tone: 'destructive' });
  if (isRefused(error, 'cart_item_not_found')) void refreshCart();
}
