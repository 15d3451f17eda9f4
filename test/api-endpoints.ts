import { randomUUID } from 'node:crypto';
import type { Hono } from 'hono';
import type { Endpoint } from '#contract/endpoint.ts';
import { type Endpoints, endpoints } from '#contract/endpoints.ts';
import { HOME, submit, toCheckout } from './checkout.ts';
import type { TestShop } from './shop.ts';

type WithBody = {
  [K in keyof Endpoints]: Endpoints[K] extends { body: object } ? K : never;
}[keyof Endpoints];

/**
 * A valid body for each endpoint that takes one, with the shopper's own address. The compiler requires an entry for
 * every such endpoint of the contract.
 */
export function validBodies(addressId: string): Record<string, Record<string, unknown>> {
  return {
    'POST /cart/items': { product_id: '2', quantity: 1 },
    'PATCH /cart/items/{id}': { quantity: 3 },
    'POST /addresses': ADDRESS,
    'PATCH /addresses/{id}': { ...ADDRESS, city: 'Pune' },
    'PATCH /profile': { full_name: 'Asha Rao', phone: '9876543210' },
    'POST /checkout/code': { code: 'TEA10' },
    'POST /orders': { shipping_address_id: addressId, payment_method: 'cod', total_amount: 998 },
    'POST /orders/{id}/cancellation': { reason: 'changed_mind' },
    'POST /order-answers': { token: `${addressId}.20500.${'A'.repeat(22)}`, answer: 'confirm' },
    'POST /payments/razorpay': { shipping_address_id: addressId, total_amount: 998 },
    'POST /verify-razorpay-payment': {
      razorpay_order_id: 'order_1',
      razorpay_payment_id: 'pay_1',
      razorpay_signature: '0'.repeat(64),
    },
    'POST /contact-messages': {
      name: 'Asha Rao',
      email: 'asha@example.com',
      subject: 'A gift',
      message: 'Do you wrap?',
      website: '',
    },
    'POST /newsletter-subscriptions': { email: 'asha@example.com', website: '' },
  } satisfies Record<WithBody, object> & Record<string, Record<string, unknown>>;
}

const ADDRESS = { ...HOME, is_default: true };

/** An endpoint: its method, its path with braces, and its contract. */
export type ApiEndpoint = { key: string; method: string; path: string; endpoint: Endpoint };

export const apiEndpoints: ApiEndpoint[] = Object.entries<Endpoint>(endpoints).map(
  ([key, endpoint]) => {
    const [method = '', path = ''] = key.split(' ');
    return { key, method, path: `/api${path}`, endpoint };
  },
);

/** A shopper with an order, a cart, an address and a profile; their ids by the first part of the path they belong to. */
export async function shopperWithRows(shop: TestShop) {
  const shopper = await shop.newShopper();
  const { body: placed } = await submit(shopper, await toCheckout(shopper, [['6', 1]]));
  const { shipping_address_id: addresses } = await toCheckout(shopper, [['1', 2]]);
  const { body: cart } = await shopper.request('GET', '/api/cart');
  await shopper.request('PATCH', `/api/addresses/${addresses}`, { is_default: true });
  await shopper.request('PATCH', '/api/profile', { full_name: 'Asha Rao', phone: '1234567890' });
  return { shopper, ids: { cart: String(cart[0].id), addresses, orders: String(placed.id) } };
}

/** Replaces every `{…}` part of the path with `id`. */
export function pathWith(path: string, id: string = randomUUID()): string {
  return path.replace(/\{\w+\}/g, id);
}

/** A raw request's description and its response. */
export type Exchange = { what: string; status: number; text: string; headers: Headers };

export async function sendRaw(
  app: Hono,
  what: string,
  method: string,
  path: string,
  init: { body?: string | Uint8Array<ArrayBuffer>; headers?: Record<string, string> } = {},
): Promise<Exchange> {
  const response = await app.request(`http://localhost:3000${path}`, { method, ...init });
  return { what, status: response.status, text: await response.text(), headers: response.headers };
}
