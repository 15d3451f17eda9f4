import { idOf } from './id-of.ts';
import { ADDRESS, type SignedInShopper } from './shop.ts';

/** Paths of `app/routes.ts` that everybody may open, each with the text that shows that the page is complete. */
export const OPEN: Record<string, string | RegExp> = {
  '/': 'Blue by nature, calm by the cup',
  '/shop': 'Our Tea Collection',
  '/product/1': 'Dried Aparajita Flowers',
  '/about': 'Our Story',
  '/contact': 'Get in touch',
  '/contact/sent': /./,
  '/newsletter/confirmed': /./,
  '/shipping-info': 'Shipping Info',
  '/returns': 'Returns',
  '/faq': 'Frequently asked questions',
  '/terms': 'Terms & Conditions',
  '/privacy-policy': 'Privacy Policy',
  '/offline': 'You are offline',
  '/auth': /./,
  '/forgot-password': /./,
  '/reset-password': /./,
  '/undo-second-step': 'This link has expired',
  '/undo-second-step?token_hash=of-no-use': 'Was this not you?',
  '/newsletter/confirm?token=of-no-use': /./,
  '/nowhere': '404',
};

/** Paths that need a session, each with the text that shows that the page is complete. */
export const GUARDED: Record<string, string | RegExp> = {
  '/cart': /Cart/,
  '/checkout': /Checkout/,
  '/account/profile': 'My Account',
  '/account/addresses': 'My Account',
  '/account/orders': 'My Account',
  '/account/security': 'My Account',
};

/** Pages that show a skeleton until this request is answered. */
export const SKELETONS: Record<string, string> = {
  '/cart': '**/api/cart',
  '/checkout': '**/api/payments/options',
  '/account/profile': '**/api/profile',
  '/account/addresses': '**/api/addresses',
  '/account/orders': '**/api/orders*',
  '/account/orders/next': '**/api/orders/next',
  '/account/security': '**/auth/v1/user',
};

/** The screens for staff, as the owner opens them. */
export const adminScreens = (orderId: string): string[] => [
  '/admin',
  '/admin/orders',
  `/admin/orders/${orderId}`,

  '/admin/products',
  '/admin/products/1',
  '/admin/messages',
  '/admin/customers',
  '/admin/newsletter',
  '/admin/cash',
  '/admin/reports',
  '/admin/settings',
  '/admin/staff',
  '/admin/audit',
  '/admin/pack',
  '/admin/orders?queue=to_take_out',
  '/admin/hand-over',
  '/admin/manifest',
  '/admin/orders?queue=return_to_refund',
];

/**
 * Gives a shopper an address, an order, and then a cart with one product.
 *
 * @returns the ids of address and order.
 */
export async function fill(shopper: SignedInShopper): Promise<{ address: string; order: string }> {
  const address = idOf(await shopper.call('POST', '/addresses', { ...ADDRESS, is_default: true }));
  await shopper.call('POST', '/cart/items', { product_id: '1', quantity: 1 });
  const order = { shipping_address_id: address, payment_method: 'cod', total_amount: 499 };
  const key = { 'idempotency-key': crypto.randomUUID() };
  const placed = idOf(await shopper.call('POST', '/orders', order, key));
  await shopper.call('POST', '/cart/items', { product_id: '5', quantity: 2 });
  return { address, order: placed };
}

/** Creates an address, an order and a cart, and lists all private pages. */
export async function privateScreens(shopper: SignedInShopper): Promise<string[]> {
  const { address, order } = await fill(shopper);
  return [
    ...Object.keys(GUARDED),
    `/checkout?step=payment&address=${address}`,
    `/account/orders/${order}`,
  ];
}
