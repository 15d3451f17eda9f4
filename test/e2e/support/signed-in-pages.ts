import type { Locator, Page } from '@playwright/test';
import * as z from 'zod';
import { ADDRESS } from './shop.ts';

/** A page of a signed-in shopper. */
export type SignedInPage = {
  path: string;
  /** A part of the page or its header that shows that it is complete, with the data that it requests. */
  complete: (page: Page) => Locator;
};

/** One page of each kind that a shopper with an account opens. `orderId` is that of an order of theirs. */
export function signedInPages(orderId: string): SignedInPage[] {
  const text = (words: string) => (page: Page) => page.getByText(words).first();
  const order = (page: Page) => page.getByText(/#AP-/).first();
  return [
    { path: '/', complete: (page) => page.getByRole('link', { name: /^Cart, 2/ }) },
    { path: '/cart', complete: text('Order Summary') },
    { path: '/checkout', complete: text(ADDRESS.address_line1) },
    { path: '/account', complete: text('Full Name') },
    { path: '/account/profile', complete: text('Full Name') },
    { path: '/account/addresses', complete: text(ADDRESS.address_line1) },
    { path: '/account/orders', complete: order },
    { path: `/account/orders/${orderId}`, complete: order },
    { path: '/account/security', complete: text('Where you are signed in') },
  ];
}

/**
 * Fills a new account: a default address, an order, and two kinds of tea in the cart. `post` sends a request to the API
 * as the shopper. Returns the order's id.
 */
export async function fillAccount(
  post: (path: string, body: object) => Promise<unknown>,
): Promise<string> {
  const address = Saved.parse(await post('/addresses', { ...ADDRESS, is_default: true }));
  await post('/cart/items', { product_id: '2', quantity: 1 });
  const order = Saved.parse(
    await post('/orders', {
      shipping_address_id: address.id,
      payment_method: 'cod',
      total_amount: 799,
    }),
  );
  await post('/cart/items', { product_id: '2', quantity: 1 });
  await post('/cart/items', { product_id: '5', quantity: 2 });
  return order.id;
}

const Saved = z.object({ id: z.string() });
