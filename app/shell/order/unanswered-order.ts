import { tabStorage } from '#app/shell/web-storage.ts';

/** Where this tab keeps its attempt to place an order; see app/checkout/order-attempt.ts. */
export const ATTEMPT_KEY = 'order-attempt';

/**
 * Whether this tab sent an order of this shopper and got no response, so that the order may exist. Reads only this much
 * of the stored attempt: the pages that call this do without the checkout's schemas.
 */
export function hasUnansweredOrder(shopper: string, storage = tabStorage()): boolean {
  return unansweredAttempt(storage)?.shopper === shopper;
}

/** To be called after the shopper has seen all their orders: they know then whether the order exists. */
export function sawAllOrders(shopper: string, storage = tabStorage()): void {
  const attempt = unansweredAttempt(storage);
  if (attempt?.shopper !== shopper) return;
  storage.setItem(ATTEMPT_KEY, JSON.stringify({ ...attempt, unanswered: false }));
}

function unansweredAttempt(storage: Pick<Storage, 'getItem'>): { shopper: unknown } | null {
  try {
    const attempt: unknown = JSON.parse(storage.getItem(ATTEMPT_KEY) ?? 'null');
    const isUnanswered =
      typeof attempt === 'object' &&
      attempt !== null &&
      'shopper' in attempt &&
      'unanswered' in attempt &&
      attempt.unanswered === true;
    return isUnanswered ? attempt : null;
  } catch {
    return null; // written by an older version of the shop
  }
}
