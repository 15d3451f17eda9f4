import { expect } from 'vitest';
import { page } from 'vitest/browser';
import type { Address } from '#contract/addresses.ts';
import type { CartItem } from '#contract/cart.ts';
import { AppError } from '#contract/errors.ts';
import type { NewOrder, OrderWithTimeline } from '#contract/orders.ts';
import type { Payment, PaymentOptions } from '#contract/payments.ts';
import type { Handlers } from './fake-api.ts';
import { ASHA } from './open.tsx';

const uuid = (n: number) => `6a1f1b7e-4a8e-4f2e-9d7b-${String(n).padStart(12, '0')}`;

export const ORDER_ID = uuid(900);

/** Four packs for travelling, and one pack of pyramid bags. */
export const TRAVEL = cartItem(5, 'Travel Tea Pack', 599, 4);
export const PREMIUM = cartItem(2, 'Premium Blue Tea Pack', 799, 1);

export const HOME: Address = {
  id: uuid(100),
  full_name: 'Asha Rao',
  phone: '+91 98765 43210',
  address_line1: '12 Marine Drive',
  address_line2: 'Flat 4B',
  city: 'Mumbai',
  state: 'Maharashtra',
  postal_code: '400020',
  country: 'India',
  is_default: true,
  created_at: '2026-01-05T06:30:00.000Z',
};

/** An online payment for `TRAVEL` and `PREMIUM` that was begun and is not paid. */
export function openPayment(changes: Partial<Payment> = {}): Payment {
  return {
    id: uuid(500),
    state: 'open',
    order_number: 'AP-7K2-M9X',
    order_id: null,
    amount: 319_500,
    expires_at: new Date(Date.now() + 30 * 60_000).toISOString(),
    shipping_address: HOME,
    ...changes,
  };
}

/** A cash order that was just placed. */
export function newOrder(changes: Partial<OrderWithTimeline> = {}): OrderWithTimeline {
  const created_at = new Date().toISOString();
  return {
    id: ORDER_ID,
    order_number: 'AP-7K2-M9X',
    total_amount: 1_998,
    shipping_address_id: HOME.id,
    shipping_address: HOME,
    payment_method: 'cod',
    payment_status: 'pending',
    payment_id: null,
    payment_mode: null,
    refunds: [],
    status: 'pending',
    created_at,
    order_items: [
      {
        id: uuid(901),
        product_id: '1',
        product_name: 'Dried Aparajita Flowers',
        product_image: '/pictures/products/1-pack.webp',
        quantity: 2,
        price: 999,
        subtotal: 1_998,
      },
    ],
    events: [timelineEvent('placed', created_at)],
    can_cancel: true,
    ...changes,
  };
}

export function timelineEvent(
  kind: string,
  at = new Date().toISOString(),
): OrderWithTimeline['events'][number] {
  return {
    kind,
    at,
    courier: null,
    tracking_number: null,
    tracking_url: null,
    reason: null,
    amount: null,
    refund_status: null,
    by_shopper: false,
  };
}

type Shop = {
  cart: CartItem[];
  addresses: Address[];
  mode: PaymentOptions['mode'];
  payment: Payment | null;
  /** The orders that the server has got, in their order. */
  ordered: NewOrder[];
};

/**
 * A shop kept in memory, as the server keeps it: cart, addresses, orders and the open payment of one shopper. It refuses
 * nothing by itself; a test replaces the handler that shall refuse.
 */
export function shopApi(initial: Partial<Shop> = {}): { shop: Shop; api: Handlers } {
  const shop: Shop = {
    cart: [TRAVEL, PREMIUM],
    addresses: [HOME],
    mode: 'sandbox',
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
    'GET /profile': () => ({ id: ASHA.id, full_name: 'Asha Rao', phone: null }),
    'GET /addresses': () => shop.addresses,
    'GET /payments/options': () => ({ mode: shop.mode }),
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

function cartItem(
  product: number,
  product_name: string,
  price: number,
  quantity: number,
): CartItem {
  return {
    id: uuid(product),
    product_id: String(product),
    product_name,
    product_image: `/pictures/products/${product}-pack.webp`,
    quantity,
    price,
    current_price: price,
    stock: 90,
    order_limit: null,
    available: true,
  };
}
