import * as z from 'zod/mini';
import { NewOrder } from '#contract/orders.ts';

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
  /** Sent, without a response so far: the browser does not know whether there is an order. */
  unanswered: z.boolean(),
});
export type OrderAttempt = z.infer<typeof OrderAttempt>;

type OrderedItem = { id: string; quantity: number; price: number };

/**
 * A cart as one string: equal for the same items, quantities and prices in the same order. By the items' ids, and not by
 * their products: an order deletes the items it was made of, so the same tea added once more is another cart.
 */
export function cartFingerprint(items: readonly OrderedItem[]): string {
  return items.map((item) => `${item.id}×${item.quantity}@${item.price}`).join(' ');
}

const STORAGE_KEY = 'order-attempt';

/** Keeps this tab's attempt in session storage, through reloads, until the order is placed. */
export function createOrderAttempts(
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>,
  randomId: () => string,
) {
  function current(): OrderAttempt | null {
    const stored = storage.getItem(STORAGE_KEY);
    if (stored === null) return null;
    try {
      return OrderAttempt.parse(JSON.parse(stored));
    } catch {
      return null; // written by an older version of the shop: ignored
    }
  }

  function keep(attempt: OrderAttempt): OrderAttempt {
    storage.setItem(STORAGE_KEY, JSON.stringify(attempt));
    return attempt;
  }

  return {
    /** The attempt for exactly this order: the current one, or a new one where anything differs. */
    begin(request: Pick<OrderAttempt, 'shopper' | 'body' | 'cart'>): OrderAttempt {
      const known = current();
      const same =
        known?.shopper === request.shopper &&
        known.cart === request.cart &&
        known.body.shipping_address_id === request.body.shipping_address_id &&
        known.body.payment_method === request.body.payment_method;
      return same ? known : keep({ ...request, key: randomId(), unanswered: false });
    },

    /** Call before sending and after a response, so that it survives a reload in between. */
    mark(attempt: OrderAttempt, unanswered: boolean): OrderAttempt {
      return keep({ ...attempt, unanswered });
    },

    /** The shopper's attempt that was sent and got no response, if there is one. */
    unanswered(shopper: string): OrderAttempt | null {
      const known = current();
      return known?.unanswered && known.shopper === shopper ? known : null;
    },

    /** The order is placed, or will never be: the next one gets its own key. */
    end() {
      storage.removeItem(STORAGE_KEY);
    },
  };
}
