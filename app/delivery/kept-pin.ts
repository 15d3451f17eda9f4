import { browserStorage } from '#app/shell/web-storage.ts';

const KEY = 'delivery-pin';

/** The PIN code that was asked for last in this browser, as it was stored; '' for none. */
export function keptPin(): string {
  return browserStorage().getItem(KEY) ?? '';
}

export function keepPin(pin: string): void {
  browserStorage().setItem(KEY, pin);
}
