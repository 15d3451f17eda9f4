import type { Address } from '#contract/addresses.ts';
import type { CartItem } from '#contract/cart.ts';
import type { Discount } from '#contract/checkout.ts';
import type { OrderWithTimeline, TimelineEvent } from '#contract/orders.ts';
import type { Payment } from '#contract/payments.ts';
import { ADDRESS } from '#test/address.ts';

const uuid = (n: number) => `6a1f1b7e-4a8e-4f2e-9d7b-${String(n).padStart(12, '0')}`;

export const ORDER_ID = uuid(900);

/** Four packs for travelling, and one pack of pyramid bags. */
export const TRAVEL = cartItem(5, 'Travel Tea Pack', 599, 4);
export const PREMIUM = cartItem(2, 'Premium Blue Tea Pack', 799, 1);

export const HOME: Address = {
  id: uuid(100),
  ...ADDRESS,
  is_default: true,
  created_at: '2026-01-05T06:30:00.000Z',
};

/** Ten percent off, for orders from ₹1,000 on. */
export const TEA10: Discount = {
  ...{ code: 'TEA10', kind: 'percent', value: 10, most: null, minimum: 100_000 },
  ...{ products: null, online_only: false },
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
    events: [timelineEvent('placed', { at: created_at })],
    can_cancel: true,
    ...changes,
  };
}

/** A step of an order, as its shopper sees it. */
export const timelineEvent = (kind: string, part: Partial<TimelineEvent> = {}): TimelineEvent => ({
  kind,
  at: new Date().toISOString(),
  courier: null,
  tracking_number: null,
  tracking_url: null,
  reason: null,
  amount: null,
  refund_status: null,
  by_shopper: false,
  ...part,
});

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
