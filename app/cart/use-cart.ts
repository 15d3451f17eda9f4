import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '#app/shell/api/api.ts';
import { queryClient } from '#app/shell/api/query-client.ts';
import type { CartItem } from '#contract/cart.ts';
import { CART_KEY } from './cart-cache.ts';
import { flushCart } from './cart-changes.ts';

/** The cart's items in the order they were added. Shared by pages, checkout and the header's badge. */
export const cartQuery = queryOptions({
  queryKey: CART_KEY,
  async queryFn() {
    // A request sent before the pending changes are saved would undo them on screen.
    await flushCart();
    return call('GET /cart');
  },
});

export function useCart() {
  return useQuery(cartQuery);
}

/** Reads the cart from the server, after all pending changes. Throws what `call` throws. */
export function readCart(): Promise<CartItem[]> {
  return queryClient.fetchQuery({ ...cartQuery, staleTime: 0 });
}
