import { cartTotal, lineTotal, type PricedItem } from './cart.ts';
import type { Paise } from './money.ts';
import type { PaymentMethod } from './order.ts';
import { LEAST_ONLINE } from './payment.ts';
import { type ShippingRule, shippingFee } from './shipping.ts';

/** What a code takes off; whether it may be used is decided before. */
export type CodeDiscount = {
  code: string;
  /** Percent of the goods, 1 to 100, or an amount in paise. */
  kind: 'percent' | 'amount';
  value: number;
  /** The most that a percentage takes off; null: no limit. */
  most: Paise | null;
  /** The ids of the products it is for; null: all. */
  products: readonly string[] | null;
};

/** What the shop adds to the goods of an order, and takes off. */
export type PriceRules = {
  shipping: ShippingRule;
  /** Added to an order that is paid in cash. */
  cashFee: Paise;
  /** Percent of the goods, after the code, taken off an order that is paid online: 0 to 100. */
  onlinePercent: number;
  discount: CodeDiscount | null;
};

/** No fee and no discount: the total is the subtotal (specification §4). */
export const NO_CHARGES: PriceRules = {
  shipping: { fee: 0, freeFrom: null },
  cashFee: 0,
  onlinePercent: 0,
  discount: null,
};

/** What lies between the goods of an order and its total, each amount 0 or more: in rupees where stored, or in paise. */
export type Charges = {
  coupon_code: string | null;
  coupon_discount: number;
  online_discount: number;
  shipping_fee: number;
  cash_fee: number;
};

/** In paise. */
export type OrderPrice = Charges & {
  subtotal: Paise;
  total: Paise;
  /** What both discounts take off each item, in the order of the items. */
  discounts: Paise[];
};

/**
 * What an order of these items costs. The code takes off first, then paying online; shipping depends on the goods before
 * discounts, so that no code makes an order lose its free shipping. A discount is spread over the items it is for, in
 * proportion to what they cost: so each item has its own price for refunds and taxes. Discounts leave as much of the goods
 * as the gateway takes at least: a courier cannot collect nothing either.
 */
export function priceOrder(
  items: readonly (PricedItem & { product_id: string })[],
  method: PaymentMethod,
  { shipping, cashFee, onlinePercent, discount }: PriceRules,
): OrderPrice {
  const subtotal = cartTotal(items);
  const goods = items.map(lineTotal);
  const eligible = items.map((item, index) =>
    discount?.products?.includes(item.product_id) === false ? 0 : (goods[index] ?? 0),
  );
  const coupon_discount = discount ? discountOf(discount, sum(eligible), subtotal) : 0;
  const byCode = spread(coupon_discount, eligible, items);
  const reduced = goods.map((amount, index) => amount - (byCode[index] ?? 0));
  const online_discount =
    method === 'cod'
      ? 0
      : atMost(percentOf(subtotal - coupon_discount, onlinePercent), subtotal - coupon_discount);
  const byPayment = spread(online_discount, reduced, items);
  const shipping_fee = shippingFee(shipping, subtotal);
  const cash_fee = method === 'cod' ? cashFee : 0;
  return {
    subtotal,
    coupon_code: coupon_discount > 0 ? (discount?.code ?? null) : null,
    coupon_discount,
    online_discount,
    shipping_fee,
    cash_fee,
    total: subtotal - coupon_discount - online_discount + shipping_fee + cash_fee,
    discounts: byCode.map((amount, index) => amount + (byPayment[index] ?? 0)),
  };
}

/** What a code takes off, of the items it is for and of an order of `subtotal`. */
function discountOf({ kind, value, most }: CodeDiscount, eligible: Paise, subtotal: Paise): Paise {
  const wanted = kind === 'percent' ? percentOf(eligible, value) : value;
  return atMost(Math.min(wanted, most ?? wanted, eligible), subtotal);
}

function atMost(discount: Paise, goods: Paise): Paise {
  return Math.max(0, Math.min(discount, goods - LEAST_ONLINE));
}

/** Rounded half up. In big integers: a hundred times the largest order is more than a number holds exactly. */
function percentOf(amount: Paise, percent: number): Paise {
  return Number((BigInt(amount) * BigInt(percent) + 50n) / 100n);
}

/**
 * Parts of `amount` in proportion to `weights`, by largest remainder: they sum to it exactly, and none is more than its
 * weight. Of equal remainders the smaller product id comes first, so that the order of the items does not matter.
 */
function spread(
  amount: Paise,
  weights: readonly Paise[],
  items: readonly { product_id: string }[],
): Paise[] {
  const whole = BigInt(sum(weights));
  if (amount === 0 || whole === 0n) return weights.map(() => 0);
  const shares = weights.map((weight, index) => {
    const product = BigInt(amount) * BigInt(weight);
    const id = items[index]?.product_id ?? '';
    return { index, id, paise: Number(product / whole), rest: product % whole };
  });
  const left = amount - sum(shares.map(({ paise }) => paise));
  const byRest = shares.toSorted(
    (a, b) => Number(b.rest - a.rest) || (a.id < b.id ? -1 : Number(a.id > b.id)),
  );
  for (const share of byRest.slice(0, left)) share.paise += 1;
  return shares.map(({ paise }) => paise);
}

function sum(amounts: readonly Paise[]): Paise {
  return amounts.reduce((total, amount) => total + amount, 0);
}

/** A row between subtotal and total, in the unit of the charges; a discount is negative. `code`: that of its discount. */
type ChargeRow = { name: string; amount: number; code?: string | null };

/** The discounts, shipping and the fee for cash of an order, in words. Shipping is a row also where it is free. */
export function chargeRows(charges: Charges): ChargeRow[] {
  return [
    {
      name: `Discount (${charges.coupon_code})`,
      amount: -charges.coupon_discount,
      code: charges.coupon_code,
    },
    { name: 'Discount for paying online', amount: -charges.online_discount },
    { name: SHIPPING, amount: charges.shipping_fee },
    { name: 'Fee for cash on delivery', amount: charges.cash_fee },
  ].filter(({ name, amount }) => name === SHIPPING || amount !== 0);
}

const SHIPPING = 'Shipping';

/** Whether the total is another amount than the subtotal. */
export function hasCharges(charges: Charges): boolean {
  return chargeRows(charges).some(({ amount }) => amount !== 0);
}
