import { cartTotal, type PricedItem } from './cart.ts';
import { formatPaise, type Paise } from './money.ts';
import type { PaymentMethod } from './order.ts';
import type { CodeDiscount } from './price-order.ts';

/** A discount with what it asks of an order. Amounts in paise. */
export type Coupon = CodeDiscount & {
  /** What the goods have to cost before any discount. */
  minimum: Paise;
  online_only: boolean;
};

/** What the shop knows of a code besides, for one shopper. */
export type CouponFacts = Coupon & {
  /** False also for a code of somebody else. */
  open: boolean;
  used_up: boolean;
  /** Whether this shopper has used it as often as one may. */
  used_by_shopper: boolean;
  /**
   * With a code for first orders: who has ordered before. 'household': somebody with the same telephone, or in the same
   * street and PIN.
   */
  ordered_before: 'shopper' | 'household' | null;
};

/** The code for a first order that confirming the newsletter makes: how much it takes off, and how long it is valid. */
export type NewsletterOffer = { percent: number; days: number };

export const DEFAULT_NEWSLETTER_OFFER: NewsletterOffer = { percent: 10, days: 30 };

/** Why a code takes nothing off an order, in words for the shopper; null if it does. */
export function refusalOfCode(
  found: CouponFacts | null,
  items: OrderedGoods,
  method: PaymentMethod,
): string | null {
  return couponProblem(found) ?? (found && couponCondition(found, items, method));
}

type OrderedGoods = readonly (PricedItem & { product_id: string })[];

/**
 * Why a code cannot be used, in words for the shopper; null if it can. A code that is unknown, paused, over or somebody
 * else's sounds the same, so that nobody finds out which codes there are. Decides for the cart, the checkout and placing.
 */
export function couponProblem(found: CouponFacts | null): string | null {
  if (!found?.open) return 'This code is not valid. Please check how it is spelled.';
  if (found.used_by_shopper) return 'You have used this code already.';
  if (found.used_up) return 'This code has been used up.';
  switch (found.ordered_before) {
    case 'shopper':
      return 'This code is for a first order, and you have ordered before.';
    case 'household':
      return 'This code is for a first order, and we have sent one to this phone number or street before. Please order without the code.';
    case null:
      return null;
  }
}

/**
 * What an order still lacks for a code that could be used, in words for the shopper; null if nothing. `method`: how it is
 * paid; null where that is not chosen yet.
 */
export function couponCondition(
  { minimum, online_only, products }: Coupon,
  items: OrderedGoods,
  method: PaymentMethod | null,
): string | null {
  const subtotal = cartTotal(items);
  if (products && !items.some(({ product_id }) => products.includes(product_id)))
    return 'This code is for other products than those in your cart.';
  if (subtotal < minimum)
    return `This code is for orders from ${formatPaise(minimum)}: ${formatPaise(minimum - subtotal)} to go.`;
  if (online_only && method === 'cod') return 'This code is for orders that are paid online.';
  return null;
}
