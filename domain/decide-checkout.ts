import { itemProblem } from './cart.ts';
import { type CouponFacts, refusalOfCode } from './coupon.ts';
import { type CashFacts, type CashTerms, decideCash } from './decide-cash.ts';
import { type AreaRule, deliveryTo } from './delivery.ts';
import { type Paise, toPaise, toRupees } from './money.ts';
import { type IntentState, LEAST_ONLINE } from './payment.ts';
import { NO_CHARGES, type OrderPrice, type PriceRules, priceOrder } from './price-order.ts';
import { type Calendar, expectedBy } from './shipping.ts';

/** What the shopper asks for; the rest is read from the tables. */
export type CheckoutRequest = {
  shipping_address_id: string;
  /** The total that the shopper was shown, in rupees. */
  total_amount: number;
  /** As typed into the cart or the checkout. */
  coupon_code: string | null;
  idempotencyKey: string;
  /** The hash of the request's body, which is stored with its key. */
  requestHash: string;
  /** The gateway's key that an online payment is begun with; null for a cash order. */
  keyId: string | null;
};

/** An order, or an online payment that will become one. */
export type Checkout = { id: string; order_number: string };

/** An item of the cart, as it was added and as its product is now; prices in rupees. */
type CartLine = {
  product_id: string;
  product_name: string;
  product_image: string;
  quantity: number;
  price: number;
  current_price: number;
  mrp: number;
  available: boolean;
  /** What the shopper can order, with what their own open payment holds. */
  stock: number;
};

/** The copy of an address. */
type AddressCopy = Readonly<Record<string, string | null>>;

/** An online payment of the shopper that may still be paid. */
type PendingPayment = Checkout & {
  state: IntentState;
  key_id: string;
  shipping_address_id: string | null;
  shipping_address: AddressCopy;
  amount: Paise;
  coupon_code: string | null;
  /** What it is for, by product id. */
  items: { product_id: string; quantity: number; paise: Paise }[];
};

/** What decides about a checkout. */
export type CheckoutFacts = Omit<CashFacts, 'total' | 'area_takes_cash'> & {
  /** What the same idempotency key made before; null when the key is new. */
  earlier: (Checkout & { request_hash: string }) | null;
  /** By product id. */
  lines: CartLine[];
  /** Null: the shopper has no such address. */
  address: AddressCopy | null;
  payments: PendingPayment[];
  /** The units in cash orders that are not delivered yet, by product id. */
  unpaid: Readonly<Record<string, number>>;
  /** Of the code that was asked for; null for none, and for an unknown one. */
  coupon: CouponFacts | null;
  /** The rules of delivery to the address's PIN code. */
  areas: AreaRule[];
  /** When it is decided, as ISO 8601. */
  now: string;
};

/** What the shop asks of an order. Absent or null: no limit, no fee, no discount. */
export type CheckoutTerms = Partial<PriceRules> &
  CashTerms & {
    /** Units of one product that a shopper may have in unpaid orders. */
    unpaidUnits?: number | null;
    calendar?: Calendar;
  };

export type CheckoutRefusal =
  | { code: 'idempotency_key_reused' | 'cart_empty' | 'address_not_found' | 'cart_changed' }
  | { code: 'online_payment_off' }
  | { code: 'not_served'; pin: string }
  | {
      code: 'product_gone' | 'out_of_stock' | 'price_changed';
      lines: CartLine[];
    }
  | { code: 'code_refused'; reason: string }
  /** `message`: the reason and the way out, for the shopper. */
  | { code: 'cash_limit'; message: string }
  | { code: 'unpaid_limit'; product_name: string; limit: number };

/** An order as it is frozen, by product id; prices in rupees. */
export type DecidedOrder = {
  lines: (Omit<CartLine, 'current_price' | 'available' | 'stock'> & { discount: number })[];
  address: AddressCopy;
  price: OrderPrice;
  /** The day by which it should be there, 'YYYY-MM-DD'. */
  expected_by: string;
};

export type CheckoutDecision =
  | { refused: CheckoutRefusal }
  /** Made before: by the same request, or an open payment of exactly what is asked for. */
  | { made: Checkout }
  /** The id of a payment that could be paid for the same cart: the order takes its place. */
  | { cancel: string }
  | { order: DecidedOrder };

/**
 * Decides about an order of everything in the cart, in cash or paid online. Of several reasons to refuse it the first in
 * the order below counts. A pending payment does not stand in the way, because it is cancelled first; it is not for an
 * order that would be refused all the same.
 */
export function decideCheckout(
  request: CheckoutRequest,
  facts: CheckoutFacts,
  terms: CheckoutTerms,
): CheckoutDecision {
  const { earlier, lines, address, payments } = facts;
  if (earlier?.request_hash === request.requestHash) return { made: earlier };
  if (earlier) return { refused: { code: 'idempotency_key_reused' } };
  if (lines.length === 0) return { refused: { code: 'cart_empty' } };
  if (!address) return { refused: { code: 'address_not_found' } };
  const delivery = deliveryTo(facts.areas, terms.shipping ?? NO_CHARGES.shipping);
  if (!delivery.serves) {
    return { refused: { code: 'not_served', pin: address.postal_code ?? '' } };
  }

  for (const code of ['product_gone', 'out_of_stock', 'price_changed'] as const) {
    const concerned = lines.filter((line) => itemProblem(line) === code);
    if (concerned.length > 0) return { refused: { code, lines: concerned } };
  }
  const method = request.keyId === null ? 'cod' : 'razorpay';
  const discount = facts.coupon;
  const reason = request.coupon_code === null ? null : refusalOfCode(discount, lines, method);
  if (reason !== null) return { refused: { code: 'code_refused', reason } };
  const { shipping } = delivery;
  const price = priceOrder(lines, method, { ...NO_CHARGES, ...terms, shipping, discount });
  if (price.total !== toPaise(request.total_amount)) return { refused: { code: 'cart_changed' } };
  if (request.keyId !== null && price.total < LEAST_ONLINE)
    return { refused: { code: 'online_payment_off' } };

  const same = payments.find((payment) => isFor(payment, request, facts, price));
  if (same) return { made: same };
  const cash = { ...facts, total: price.total, area_takes_cash: delivery.cash };
  const refused = refuseCash(request, cash, terms) ?? overLimit(facts, lines, terms);
  if (refused) return { refused };
  const [pending] = payments;
  if (pending) return { cancel: pending.id };
  const frozen = lines.map(({ current_price: _, available: __, stock: ___, ...line }, index) => ({
    ...line,
    discount: toRupees(price.discounts[index] ?? 0),
  }));
  const expected_by = expectedBy(facts.now, delivery.days.to, terms.calendar);
  return { order: { lines: frozen, address, price, expected_by } };
}

/**
 * Whether a payment is open for exactly this cart, address and amount, and was begun with the current key, because nobody
 * can pay in the window of a deactivated one. The address may have been edited since: the parcel goes to the copy.
 */
function isFor(
  payment: PendingPayment,
  { keyId, shipping_address_id }: CheckoutRequest,
  { lines, address }: CheckoutFacts,
  { total, coupon_code }: OrderPrice,
): boolean {
  return (
    payment.state === 'open' &&
    payment.key_id === keyId &&
    payment.shipping_address_id === shipping_address_id &&
    Object.entries(payment.shipping_address).every(([field, text]) => address?.[field] === text) &&
    payment.amount === total &&
    payment.coupon_code === coupon_code &&
    payment.items.length === lines.length &&
    payment.items.every((item) =>
      lines.some(
        (line) =>
          line.product_id === item.product_id &&
          line.quantity === item.quantity &&
          toPaise(line.price) === item.paise,
      ),
    )
  );
}

function refuseCash(
  { keyId }: CheckoutRequest,
  facts: CashFacts,
  terms: CheckoutTerms,
): CheckoutRefusal | null {
  if (keyId !== null) return null;
  const cash = decideCash(facts, terms);
  return cash.offered ? null : { code: 'cash_limit', message: cash.refused };
}

function overLimit(
  { unpaid }: CheckoutFacts,
  lines: CartLine[],
  { unpaidUnits = null }: CheckoutTerms,
): CheckoutRefusal | null {
  if (unpaidUnits === null) return null;
  const over = lines.find((line) => {
    const order_limit = unpaidUnits - (unpaid[line.product_id] ?? 0);
    return itemProblem({ ...line, order_limit }) === 'over_limit';
  });
  return over
    ? { code: 'unpaid_limit', product_name: over.product_name, limit: unpaidUnits }
    : null;
}
