import { expect } from 'vitest';
import { page } from 'vitest/browser';
import type { Address } from '#contract/addresses.ts';
import type { CartItem } from '#contract/cart.ts';
import type { OrderTerms } from '#contract/checkout.ts';
import { AppError } from '#contract/errors.ts';
import type { NewOrder } from '#contract/orders.ts';
import type { Payment } from '#contract/payments.ts';
import type { Handlers } from './fake-api.ts';
import { ASHA } from './open.tsx';
import { HOME, ORDER_ID, openPayment, PREMIUM, TEA10, TRAVEL } from './shopper-data.ts';

export const PROFILE = { id: ASHA.id, full_name: 'Asha Rao', phone: null };

/** Of a demo that charges nothing but the goods. */
export const TERMS: OrderTerms = {
  ...{ mode: 'sandbox', online_percent: 0 },
  cash: { refused: null, fee: 0, min_total: null, max_total: null, first_max_total: null },
  delivery: { serves: true, cash: true, fee: 0, free_from: 999, expected_by: '2026-12-05' },
};

type Shop = {
  cart: CartItem[];
  addresses: Address[];
  terms: OrderTerms;
  payment: Payment | null;
  /** The orders that the server has got, in their order. */
  ordered: NewOrder[];
};

/**
 * A shop kept in memory, as the server keeps it: cart, addresses, orders and the open payment of one shopper. It refuses
 * nothing by itself but unknown codes; a test replaces the handler that shall refuse.
 */
export function shopApi(initial: Partial<Shop> = {}): { shop: Shop; api: Handlers } {
  const shop: Shop = {
    cart: [TRAVEL, PREMIUM],
    addresses: [HOME],
    terms: TERMS,
    payment: null,
    ordered: [],
    ...initial,
  };
  const api: Handlers = {
    'GET /cart': () => shop.cart,
    'PATCH /cart/items/{id}': ({ params, body }) => {
      const known = shop.cart.find(({ id }) => id === params.id);
      if (!known) throw new AppError('cart_item_not_found');
      const item = { ...known, quantity: body.quantity, price: known.current_price };
      shop.cart = shop.cart.map((each) => (each.id === item.id ? item : each));
      return item;
    },
    'DELETE /cart/items/{id}': ({ params }) => {
      if (!shop.cart.some(({ id }) => id === params.id)) throw new AppError('cart_item_not_found');
      shop.cart = shop.cart.filter(({ id }) => id !== params.id);
      return undefined;
    },
    'GET /profile': () => PROFILE,
    'GET /addresses': () => shop.addresses,
    'GET /checkout/terms': () => shop.terms,
    'POST /checkout/code': ({ body }) => {
      if (body.code !== TEA10.code)
        throw new AppError('code_refused', { message: 'This code is not valid.' });
      return TEA10;
    },
    'GET /payments/open': () => ({ payment: shop.payment }),
    'POST /payments/{id}/cancel': () => {
      const payment = openPayment({ ...shop.payment, state: 'closed' });
      shop.payment = null;
      return payment;
    },
    'POST /orders': ({ body }) => {
      shop.ordered.push(body);
      shop.cart = [];
      return { id: ORDER_ID, order_number: 'AP-7K2-M9X', total_amount: body.total_amount };
    },
  };
  return { shop, api };
}

/** The control has the focus and lies in the window, so shoppers see or hear what to do. */
export async function expectLedTo(name: string): Promise<void> {
  const control = page.getByRole('button', { name });
  await expect.element(control).toHaveFocus();
  await expect.element(control).toBeInViewport({ ratio: 1 });
}
