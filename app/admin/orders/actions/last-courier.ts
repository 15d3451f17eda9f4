import { browserStorage } from '#app/shell/web-storage.ts';

const KEY = 'admin-courier';

/** The courier chosen last in this browser: most shops use the same one every day. */
export function lastCourier(): string {
  return browserStorage().getItem(KEY) ?? '';
}

/** Stores the chosen courier in this browser. */
export function rememberCourier(id: string): void {
  browserStorage().setItem(KEY, id);
}
