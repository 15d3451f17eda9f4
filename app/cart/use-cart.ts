import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '#app/shell/api/api.ts';
import { queryClient } from '#app/shell/api/query-client.ts';
import type { CartItem } from '#contract/cart.ts';
import { CART_KEY } from './cart-cache.ts';
import { settleCart } from './cart-changes.ts';

/** The lines of the cart, in the order they were added. Pages, checkout and the header's badge share it. */
export const cartQuery = queryOptions({
  queryKey: CART_KEY,
  async queryFn() {
    // A read that overtakes the shopper's own writes would show them undone.
    await settleCart();
    return call('GET /cart');
  },
});

export function useCart() {
  return useQuery(cartQuery);
}

/** The cart as the server has it now, the shopper's own changes included. Throws what `call` throws. */
export function readCart(): Promise<CartItem[]> {
  return queryClient.fetchQuery({ ...cartQuery, staleTime: 0 });
}
