import { browserStorage } from '#app/shell/web-storage.ts';

const KEY = 'payment-under-way';

/** Stores the id of the pending payment in this browser, so that a shopper who comes back is sent to its result. */
export const pendingPayment = {
  remember: (id: string) => browserStorage().setItem(KEY, id),
  recall: () => browserStorage().getItem(KEY),
  forget: () => browserStorage().removeItem(KEY),
};
