import { type ComparedItem, itemProblem } from './cart.ts';
import { type CashFacts, type CashTerms, decideCash } from './decide-cash.ts';
import { type Paise, toPaise, toRupees } from './money.ts';
import type { IntentState } from './payment.ts';
import { NO_CHARGES, type OrderPrice, type PriceRules, priceOrder } from './price-order.ts';

/** What the shopper asks for; the rest is read from the tables. */
export type CheckoutRequest = {
  shipping_address_id: string;
  /** The total that the shopper was shown, in rupees. */
  total_amount: number;
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

/** What decides about a checkout, but the stock. The database writes what was decided only while all of it is the same. */
export type CheckoutFacts = Omit<CashFacts, 'total'> & {
  /** What the same idempotency key made before; null when the key is new. */
  earlier: (Checkout & { request_hash: string }) | null;
  /** By product id. */
  lines: CartLine[];
  /** Null: the shopper has no such address. */
  address: AddressCopy | null;
  payments: PendingPayment[];
  /** The units in cash orders that are not delivered yet, by product id. */
  unpaid: Readonly<Record<string, number>>;
};

/**
 * What the shopper can order, by product id, with what their own open payment holds. It may change until the order is
 * written, as long as there is enough.
 */
export type Stock = Readonly<Record<string, number>>;

/** What the shop asks of an order. Absent or null: no limit, no fee, no discount. */
export type CheckoutTerms = Partial<PriceRules> &
  CashTerms & {
    /** Units of one product that a shopper may have in unpaid orders. */
    unpaidUnits?: number | null;
  };

export type CheckoutRefusal =
  | { code: 'idempotency_key_reused' | 'cart_empty' | 'address_not_found' | 'cart_changed' }
  | {
      code: 'product_gone' | 'out_of_stock' | 'price_changed';
      lines: (CartLine & { stock: number })[];
    }
  /** `message`: the reason and the way out, for the shopper. */
  | { code: 'cash_limit'; message: string }
  | { code: 'unpaid_limit'; product_name: string; limit: number };

/** An order as it is frozen, by product id; prices in rupees. */
export type DecidedOrder = {
  lines: (Omit<CartLine, 'current_price' | 'available'> & { discount: number })[];
  address: AddressCopy;
  price: OrderPrice;
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
  stock: Stock,
  terms: CheckoutTerms,
): CheckoutDecision {
  const { earlier, address, payments } = facts;
  if (earlier?.request_hash === request.requestHash) return { made: earlier };
  if (earlier) return { refused: { code: 'idempotency_key_reused' } };
  if (facts.lines.length === 0) return { refused: { code: 'cart_empty' } };
  if (!address) return { refused: { code: 'address_not_found' } };

  const lines = facts.lines.map((line) => ({ ...line, stock: stock[line.product_id] ?? 0 }));
  for (const code of ['product_gone', 'out_of_stock', 'price_changed'] as const) {
    const concerned = lines.filter((line) => itemProblem(line) === code);
    if (concerned.length > 0) return { refused: { code, lines: concerned } };
  }
  const method = request.keyId === null ? 'cod' : 'razorpay';
  const price = priceOrder(lines, method, { ...NO_CHARGES, ...terms });
  if (price.total !== toPaise(request.total_amount)) return { refused: { code: 'cart_changed' } };

  const same = payments.find((payment) => isFor(payment, request, facts, price));
  if (same) return { made: same };
  const refused = refuseCash(request, facts, price, terms) ?? overLimit(facts, lines, terms);
  if (refused) return { refused };
  const [pending] = payments;
  if (pending) return { cancel: pending.id };
  const frozen = facts.lines.map(({ current_price: _, available: __, ...line }, index) => ({
    ...line,
    discount: toRupees(price.discounts[index] ?? 0),
  }));
  return { order: { lines: frozen, address, price } };
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
  facts: CheckoutFacts,
  { total }: OrderPrice,
  terms: CheckoutTerms,
): CheckoutRefusal | null {
  if (keyId !== null) return null;
  const cash = decideCash({ ...facts, total }, terms);
  return cash.offered ? null : { code: 'cash_limit', message: cash.refused };
}

function overLimit(
  { unpaid }: CheckoutFacts,
  lines: (ComparedItem & CartLine)[],
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
