import { tabStorage } from '#app/shell/document/web-storage.ts';

/** Where this tab keeps its attempt to place an order; see app/checkout/order-attempt.ts. */
export const ATTEMPT_KEY = 'order-attempt';

/**
 * Whether this tab sent an order of the shopper's and got no response: an empty cart may then have become an order.
 * Reads no more of the attempt than that: the pages that ask need none of the schemas.
 */
export function hasUnansweredOrder(shopper: string, storage = tabStorage()): boolean {
  return unanswered(storage)?.shopper === shopper;
}

/** The shopper has just seen all their orders: whether one was made of the attempt is no longer unknown to them. */
export function sawAllOrders(shopper: string, storage = tabStorage()): void {
  const attempt = unanswered(storage);
  if (attempt?.shopper !== shopper) return;
  storage.setItem(ATTEMPT_KEY, JSON.stringify({ ...attempt, unanswered: false }));
}

function unanswered(storage: Pick<Storage, 'getItem'>): { shopper: unknown } | null {
  try {
    const attempt: unknown = JSON.parse(storage.getItem(ATTEMPT_KEY) ?? 'null');
    const waits =
      typeof attempt === 'object' &&
      attempt !== null &&
      'shopper' in attempt &&
      'unanswered' in attempt &&
      attempt.unanswered === true;
    return waits ? attempt : null;
  } catch {
    return null; // written by an older version of the shop
  }
}
