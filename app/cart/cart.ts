import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '#app/shell/api/api.ts';
import { hasErrorCode, messageOf } from '#app/shell/api/api-error.ts';
import { cancelQueries, queryClient } from '#app/shell/api/query-client.ts';
import { showError, showToast } from '#app/ui/toast.tsx';
import type { CartItem, NewCartItem } from '#contract/cart.ts';
import { clampQuantity, orderableQuantity } from '#domain/cart.ts';
import { formatRupees } from '#domain/money.ts';
import { createDebouncedSave, keepForNextPage } from './quantity-saves.ts';

/** The cart's items in the order they were added. Shared by pages, checkout and the header's badge. */
export const cartQuery = queryOptions({
  queryKey: ['cart'],
  async queryFn() {
    // A request sent before the pending changes are saved would undo them on screen.
    await flushCart();
    return call('GET /cart');
  },
});
const { queryKey } = cartQuery;

export function useCart() {
  return useQuery(cartQuery);
}

/** Reads the cart from the server, after all pending changes. Throws what `call` throws. */
export function readCart(): Promise<CartItem[]> {
  return queryClient.fetchQuery({ ...cartQuery, staleTime: 0 });
}

/** Reloads the cart from the server. */
export function refreshCart(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey });
}

/** Empties the cached cart after an order. */
export function clearCachedCart(): Promise<void> {
  updateCachedItems(() => []);
  return refreshCart();
}

/** The cached cart; empty when not loaded yet. */
function cachedItems(): readonly CartItem[] {
  return queryClient.getQueryData(queryKey) ?? [];
}

/** Optimistic update of the cached cart. Cancels a read in progress, which would undo the change. */
function updateCachedItems(change: (items: CartItem[]) => CartItem[]) {
  cancelQueries(queryKey);
  queryClient.setQueryData(queryKey, (items) => items && change(items));
}

function replaceCachedItem(item: CartItem) {
  updateCachedItems((items) => items.map((known) => (known.id === item.id ? item : known)));
}

/** Adds to the signed-in shopper's cart; returns its item. Throws what `call` throws. */
export async function addCartItem(added: NewCartItem): Promise<CartItem> {
  const item = await call('POST /cart/items', { body: added });
  // Updates the cached cart at once: a cart that still looks empty would redirect the shopper away from the checkout.
  if (cachedItems().some(({ id }) => id === item.id)) replaceCachedItem(item);
  else updateCachedItems((items) => [...items, item]);
  void refreshCart();
  return item;
}

/** Quantities as the server last confirmed them, of cart items with a pending change. */
const confirmed = new Map<string, number>();

const quantities = createDebouncedSave<CartItem>({
  delayMs: 300,
  save: (id, quantity) => call('PATCH /cart/items/{id}', { params: { id }, body: { quantity } }),
  onSaved(item) {
    confirmed.delete(item.id);
    showNewPrice(item);
    replaceCachedItem(item);
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
if (typeof window !== 'undefined') keepForNextPage(quantities);

/**
 * Shows a new quantity at once and saves it after a pause; if that fails, restores the former one and shows a toast.
 */
export function changeQuantity(item: CartItem, quantity: number) {
  if (!confirmed.has(item.id)) confirmed.set(item.id, item.quantity);
  showQuantity(item.id, quantity);
  quantities.set(item.id, quantity);
}

const removals = new Set<Promise<boolean>>();

/** Removes an item at once and deletes it on the server; on failure restores it in place and shows a toast. */
export function removeItem(item: CartItem): Promise<boolean> {
  quantities.cancel(item.id);
  confirmed.delete(item.id);
  const index = cachedItems().findIndex(({ id }) => id === item.id);
  updateCachedItems((items) => items.filter(({ id }) => id !== item.id));
  const removal = deleteItem(item.id)
    .then(
      () => true,
      (error: unknown) => {
        updateCachedItems((items) => items.toSpliced(index, 0, item));
        showError(messageOf(error));
        return false;
      },
    )
    .finally(() => {
      removals.delete(removal);
      void refreshCart();
    });
  removals.add(removal);
  return removal;
}

async function deleteItem(id: string) {
  try {
    await call('DELETE /cart/items/{id}', { params: { id } });
  } catch (error) {
    // Removed in another tab already: the result is the same.
    if (!hasErrorCode(error, 'cart_item_not_found')) throw error;
  }
  showToast({
    title: 'Removed from cart',
    description: 'Item has been removed from your cart.',
  });
}

/**
 * Accepts the current price and stock of an item: sets its quantity to at most what can be ordered, or removes it when
 * it is sold out. False if that failed.
 */
export function acceptItem(item: CartItem): Promise<boolean> {
  if (isSoldOut(item)) return removeItem(item);
  changeQuantity(item, clampQuantity(item.quantity, orderableQuantity(item)));
  return quantities.flush();
}

/** Whether the item is sold out, so that accepting it removes it. */
export function isSoldOut(item: CartItem): boolean {
  return !item.available || item.stock === 0;
}

/** Waits until the server has all changes to the cart; false if one failed. */
export async function flushCart(): Promise<boolean> {
  const done = await Promise.all([quantities.flush(), ...removals]);
  return done.every(Boolean);
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
