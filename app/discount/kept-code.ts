import { browserStorage } from '#app/shell/web-storage.ts';

const KEY = 'discount-code';

/** The discount code that this browser keeps for the next order: null for none, '' when one was removed. */
export const keptCode = {
  read: () => browserStorage().getItem(KEY),
  keep: (code: string) => browserStorage().setItem(KEY, code),
  forget: () => browserStorage().removeItem(KEY),
};
