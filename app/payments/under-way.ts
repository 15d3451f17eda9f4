const KEY = 'payment-under-way';

/** Remembers in this browser which payment was begun, so that whoever comes back is led to what became of it. */
export const underWay = {
  remember: (id: string) => attempt((storage) => storage.setItem(KEY, id)),
  recall: () => attempt((storage) => storage.getItem(KEY)) ?? null,
  forget: () => attempt((storage) => storage.removeItem(KEY)),
};

/** Browsers that deny storage throw; then the banner of the open payment has to do. */
function attempt<T>(work: (storage: Storage) => T): T | undefined {
  try {
    return work(window.localStorage);
  } catch {
    return undefined;
  }
}
