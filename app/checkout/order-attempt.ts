import * as z from 'zod/mini';
import { NewOrder } from '#contract/orders.ts';

/**
 * One try at an order: what was asked for, under which key. The server makes one order of a key however often
 * it hears it, so a double click, a second try after a lost answer and a reload all keep to the same attempt.
 */
const OrderAttempt = z.object({
  key: z.string(),
  shopper: z.string(),
  body: NewOrder,
  /** The cart the shopper saw: another cart is another order. */
  cart: z.string(),
  /** Sent, and not answered so far: nobody here knows whether there is an order. */
  unanswered: z.boolean(),
});
export type OrderAttempt = z.infer<typeof OrderAttempt>;

type OrderedLine = { product_id: string; quantity: number; price: number };

/** A cart as one string: equal for the same products, quantities and prices in the same order. */
export function cartFingerprint(lines: readonly OrderedLine[]): string {
  return lines.map((line) => `${line.product_id}×${line.quantity}@${line.price}`).join(' ');
}

const STORAGE_KEY = 'order-attempt';

/** Keeps this tab's attempt in its storage, through reloads, until the order is placed. */
export function createOrderAttempts(
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>,
  newKey: () => string,
) {
  function current(): OrderAttempt | null {
    const stored = storage.getItem(STORAGE_KEY);
    if (stored === null) return null;
    try {
      return OrderAttempt.parse(JSON.parse(stored));
    } catch {
      return null; // written by an older shop: as good as none
    }
  }

  function keep(attempt: OrderAttempt): OrderAttempt {
    storage.setItem(STORAGE_KEY, JSON.stringify(attempt));
    return attempt;
  }

  return {
    /** The attempt at exactly this order: the one under way, or a new one where anything differs. */
    begin(wish: Pick<OrderAttempt, 'shopper' | 'body' | 'cart'>): OrderAttempt {
      const known = current();
      const same =
        known?.shopper === wish.shopper &&
        known.cart === wish.cart &&
        known.body.shipping_address_id === wish.body.shipping_address_id &&
        known.body.payment_method === wish.body.payment_method;
      return same ? known : keep({ ...wish, key: newKey(), unanswered: false });
    },

    /** To be called before sending and after an answer, so that a reload in between knows. */
    mark(attempt: OrderAttempt, unanswered: boolean): OrderAttempt {
      return keep({ ...attempt, unanswered });
    },

    /** The shopper's attempt that was sent and got no answer, if there is one. */
    unanswered(shopper: string): OrderAttempt | null {
      const known = current();
      return known?.unanswered && known.shopper === shopper ? known : null;
    },

    /** The order is placed, or will never be: the next one gets a key of its own. */
    end() {
      storage.removeItem(STORAGE_KEY);
    },
  };
}
