import { call } from '#app/shell/api/api.ts';
import { isRefused, messageOf } from '#app/shell/api/failure.ts';
import { showToast } from '#app/ui/toast.tsx';
import type { CartItem } from '#contract/cart.ts';
import { clampQuantity } from '#domain/cart.ts';
import { formatPaise, toPaise } from '#domain/money.ts';
import { knownLines, refreshCart, showLines } from './cart-cache.ts';
import { createQuantityWriter } from './debounced-save.ts';
import { keepWishes, takeWishes } from './pending-quantities.ts';

/** Quantities as the server last confirmed them, of lines whose change is under way. */
const confirmed = new Map<string, number>();

const quantities = createQuantityWriter<CartItem>({
  delayMs: 300,
  write: (id, quantity) => call('PATCH /cart/items/{id}', { params: { id }, body: { quantity } }),
  onWritten(line) {
    confirmed.delete(line.id);
    tellNewPrice(line);
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

// What was clicked in the last moment before leaving is sent still. Whether it arrives, and before the next page
// reads the cart, nobody can say: the next page of this tab sends it again first.
if (typeof window !== 'undefined') {
  for (const [id, quantity] of Object.entries(takeWishes())) quantities.set(id, quantity);
  window.addEventListener('pagehide', () => {
    keepWishes(quantities.unconfirmed());
    void quantities.flush();
  });
  window.addEventListener('pageshow', ({ persisted }) => persisted && takeWishes());
}

/** Shows a new quantity at once and saves it after a pause; a failure takes it back and says so. */
export function changeQuantity(line: CartItem, quantity: number) {
  if (!confirmed.has(line.id)) confirmed.set(line.id, line.quantity);
  showQuantity(line.id, quantity);
  quantities.set(line.id, quantity);
}

const underWay = new Set<Promise<boolean>>();

/** Takes a line out at once and deletes it; a failure puts it back where it was and says so. */
export function removeLine(line: CartItem): Promise<boolean> {
  quantities.forget(line.id);
  confirmed.delete(line.id);
  const place = knownLines().findIndex((known) => known.id === line.id);
  showLines((lines) => lines.filter((known) => known.id !== line.id));

  return track(async () => {
    try {
      await call('DELETE /cart/items/{id}', { params: { id: line.id } });
    } catch (error) {
      // Removed in another tab: what the shopper wanted.
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

/**
 * Takes a line as it is today: at today's price and no more than there is. A line of which nothing is left is
 * removed.
 */
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

/** Whether nothing is left of a line: accepting it removes it. */
export function isLost(line: CartItem): boolean {
  return !line.available || line.stock === 0;
}

/** Waits until the server has everything the shopper has done to the cart; true unless something failed. */
export async function settleCart(): Promise<boolean> {
  const done = await Promise.all([quantities.flush(), ...underWay]);
  return done.every(Boolean);
}

/** Counts a change as under way until it is done, then asks the server for the last word. */
function track(change: () => Promise<boolean>): Promise<boolean> {
  const promise = change().finally(() => {
    underWay.delete(promise);
    void refreshCart();
  });
  underWay.add(promise);
  return promise;
}

/** Writing a quantity takes the line at today's price: whoever has not seen that price yet is told. */
function tellNewPrice(line: CartItem) {
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
