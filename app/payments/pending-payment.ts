const KEY = 'payment-under-way';

/** Stores the id of the pending payment in this browser, so that a shopper who comes back is sent to its result. */
export const pendingPayment = {
  remember: (id: string) => attempt((storage) => storage.setItem(KEY, id)),
  recall: () => attempt((storage) => storage.getItem(KEY)) ?? null,
  forget: () => attempt((storage) => storage.removeItem(KEY)),
};

/** Storage may be denied, and then throws; the banner of the open payment is shown nevertheless. */
function attempt<T>(work: (storage: Storage) => T): T | undefined {
  try {
    return work(window.localStorage);
  } catch {
    return undefined;
  }
}
