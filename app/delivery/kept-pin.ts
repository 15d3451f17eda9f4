import { browserStorage } from '#app/shell/web-storage.ts';
import { pinOf } from '#domain/delivery.ts';

const KEY = 'delivery-pin';

/** The PIN code that was asked for last in this browser; null for none. */
export function keptPin(): string | null {
  return pinOf(browserStorage().getItem(KEY) ?? '');
}

export function keepPin(pin: string): void {
  browserStorage().setItem(KEY, pin);
}
