import { randomUUID } from 'node:crypto';
import type { Hono } from 'hono';
import type { Endpoint } from '#contract/endpoint.ts';
import { type Endpoints, endpoints } from '#contract/endpoints.ts';

type WithBody = {
  [K in keyof Endpoints]: Endpoints[K] extends { body: object } ? K : never;
}[keyof Endpoints];

/**
 * For each endpoint that takes a body one that it would take, given the shopper's own address. The compiler
 * asks for one as soon as the contract has another such endpoint.
 */
export function soundBodies(addressId: string): Record<string, Record<string, unknown>> {
  return {
    'POST /cart/items': { product_id: '2', quantity: 1 },
    'PATCH /cart/items/{id}': { quantity: 3 },
    'POST /addresses': ADDRESS,
    'PATCH /addresses/{id}': { ...ADDRESS, city: 'Pune' },
    'PATCH /profile': { full_name: 'Asha Rao', phone: '9876543210' },
    'POST /orders': { shipping_address_id: addressId, payment_method: 'cod', total_amount: 998 },
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

const ADDRESS = {
  full_name: 'Asha Rao',
  phone: '9876543210',
  address_line1: '12 Hill Road',
  address_line2: 'Flat 3',
  city: 'Mumbai',
  state: 'Maharashtra',
  postal_code: '400050',
  country: 'India',
  is_default: true,
};

/** An endpoint as a stranger sees it: its method, its path with braces, and what the contract says. */
export type Door = { key: string; method: string; path: string; endpoint: Endpoint };

export const doors: Door[] = Object.entries<Endpoint>(endpoints).map(([key, endpoint]) => {
  const [method = '', path = ''] = key.split(' ');
  return { key, method, path: `/api${path}`, endpoint };
});

/** The path with something in place of every part in braces. */
export function pathWith(path: string, id: string = randomUUID()): string {
  return path.replace(/\{\w+\}/g, id);
}

/** A request as raw as it can be made, and what came back. */
export type Exchange = { what: string; status: number; text: string; headers: Headers };

export async function knock(
  app: Hono,
  what: string,
  method: string,
  path: string,
  init: { body?: string | Uint8Array<ArrayBuffer>; headers?: Record<string, string> } = {},
): Promise<Exchange> {
  const response = await app.request(`http://localhost:3000${path}`, { method, ...init });
  return { what, status: response.status, text: await response.text(), headers: response.headers };
}
