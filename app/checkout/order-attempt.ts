import * as z from 'zod/mini';
import { call } from '#app/shell/api/api.ts';
import { ApiError, hasErrorCode } from '#app/shell/api/api-error.ts';
import { randomId } from '#app/shell/api/random-id.ts';
import { ATTEMPT_KEY } from '#app/shell/order/unanswered-order.ts';
import { tabStorage } from '#app/shell/web-storage.ts';
import type { Address } from '#contract/addresses.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { NewOrder, type PlacedOrder } from '#contract/orders.ts';
import { addressLines } from '#domain/address.ts';

/**
 * One attempt to place an order: the request and its idempotency key. The server makes one order per key however often
 * it receives it, so a double click, a retry after a lost response and a reload all reuse the attempt.
 */
const OrderAttempt = z.object({
  key: z.string(),
  shopper: z.string(),
  body: NewOrder,
  /** The cart the shopper saw: another cart is another order. */
  cart: z.string(),
  /** The address the shopper saw: one that was edited since has the same id. */
  address: z._default(z.string(), ''),
  /** Whether it was sent and has no response so far: then the browser does not know whether there is an order. */
  unanswered: z.boolean(),
  /** Earlier requests under this key without a response: the server may have made the order of any of them. */
  earlier: z._default(z.array(NewOrder), []),
});
export type OrderAttempt = z.infer<typeof OrderAttempt>;

type Request = Pick<OrderAttempt, 'shopper' | 'body' | 'cart' | 'address'>;

type OrderedItem = { id: string; quantity: number; price: number };

/**
 * A cart as one string: equal for the same items, quantities and prices in the same order. By the items' ids, and not
 * by their products: an order deletes the items it was made of, so the same tea added once more is another cart.
 */
export function cartFingerprint(items: readonly OrderedItem[]): string {
  return items.map((item) => `${item.id}×${item.quantity}@${item.price}`).join(' ');
}

/** An address as one string: equal where the parcel goes to the same person and place. */
export function addressFingerprint(address: Address): string {
  return [address.full_name, address.phone, ...addressLines(address)].join('\n');
}

/** Whether the server takes both for the same request under one key. */
function isSameRequest(one: NewOrder, other: NewOrder): boolean {
  return (
    one.shipping_address_id === other.shipping_address_id &&
    one.payment_method === other.payment_method &&
    one.total_amount === other.total_amount &&
    one.coupon_code === other.coupon_code
  );
}

/** Keeps this tab's attempt in session storage, through reloads, until the order is placed. */
export function createOrderAttempts(
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>,
  randomId: () => string,
) {
  function current(): OrderAttempt | null {
    const stored = storage.getItem(ATTEMPT_KEY);
    if (stored === null) return null;
    try {
      return OrderAttempt.parse(JSON.parse(stored));
    } catch {
      storage.removeItem(ATTEMPT_KEY); // written by an older version of the shop
      return null;
    }
  }

  function keep(attempt: OrderAttempt): OrderAttempt {
    storage.setItem(ATTEMPT_KEY, JSON.stringify(attempt));
    return attempt;
  }

  function newAttempt(request: Request): OrderAttempt {
    return { ...request, key: randomId(), unanswered: false, earlier: [] };
  }

  return {
    /**
     * Returns the attempt for exactly this order, or a new one. An attempt without a response keeps its key even if the
     * order differs, so that the server makes at most one order of both. Once the shopper has seen all orders, a key
     * that was sent with several requests is not reused: one of them may have become an order.
     */
    begin(request: Request): OrderAttempt {
      const known = current();
      if (known?.shopper !== request.shopper) return keep(newAttempt(request));
      const { unanswered, earlier } = known;
      const isSame =
        known.cart === request.cart &&
        known.address === request.address &&
        isSameRequest(known.body, request.body);
      if (isSame && (unanswered || earlier.length === 0)) return known;
      if (!unanswered) return keep(newAttempt(request));
      return keep({ ...known, ...request, earlier: [known.body, ...earlier] });
    },

    /**
     * Stores whether a response is missing. Call it before sending and after a response, so that the state survives a
     * reload in between.
     */
    mark(attempt: OrderAttempt, unanswered: boolean): OrderAttempt {
      return keep({ ...attempt, unanswered, earlier: unanswered ? attempt.earlier : [] });
    },

    /** The shopper's attempt that was sent and got no response, if there is one. */
    unanswered(shopper: string): OrderAttempt | null {
      const known = current();
      return known?.unanswered && known.shopper === shopper ? known : null;
    },

    /** Removes the attempt, when the order is placed or never will be: the next order gets its own key. */
    end() {
      storage.removeItem(ATTEMPT_KEY);
    },
  };
}

export const orderAttempts = createOrderAttempts(tabStorage(), randomId);

/**
 * Sends an order attempt and returns its order, the same one however often it is sent. `earlier`: whether the order may
 * be that of an earlier request of the attempt, whose response was lost. Throws what `call` throws; the attempt is
 * kept, so that a retry makes no second order.
 */
export async function placeOrder(
  attempt: OrderAttempt,
): Promise<{ placed: PlacedOrder; earlier: boolean }> {
  orderAttempts.mark(attempt, true);
  try {
    const { placed, body } = await send(attempt);
    orderAttempts.end();
    return { placed, earlier: attempt.earlier.some((known) => isSameRequest(known, body)) };
  } catch (error) {
    if (!(error instanceof ApiError) || (error.status >= 500 && error.code !== NO_ORDER_MADE))
      throw error;
    // The server has not processed the request, or an earlier one may still run: whether there is an order stays as it
    // was.
    if (NOT_PROCESSED.includes(error.status) || error.code === NO_ORDER_MADE)
      orderAttempts.mark(attempt, attempt.unanswered);
    // The server has refused the order, so there is none under this key. A key that was used for another request cannot
    // be used again.
    else if (error.code === 'idempotency_key_reused') orderAttempts.end();
    else orderAttempts.mark(attempt, false);
    throw error;
  }
}

/** The code with which the server refuses after it has found no order under this key. */
const NO_ORDER_MADE: ErrorCode = 'gateway_unavailable';

/** Statuses of requests that were not processed: not signed in, a second factor is required, too many requests. */
const NOT_PROCESSED: readonly number[] = [401, 403, 429];

type Sent = Pick<OrderAttempt, 'key' | 'body' | 'earlier'>;

/**
 * Sends the request. If the server has made an order of an earlier request under this key, sends that request again, to
 * get its order.
 */
async function send({
  key,
  body,
  earlier,
}: Sent): Promise<{ placed: PlacedOrder; body: NewOrder }> {
  try {
    return { placed: await call('POST /orders', { body, idempotencyKey: key }), body };
  } catch (error) {
    const [last, ...others] = earlier;
    if (!last || !hasErrorCode(error, 'idempotency_key_reused')) throw error;
    return send({ key, body: last, earlier: others });
  }
}
