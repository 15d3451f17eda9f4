import { KNOWN_ACCOUNT } from '#app/shell/session/auth-callback.ts';
import { browserStorage } from '#app/shell/web-storage.ts';

/** Whether somebody has signed up or in in this browser: /auth then opens at Login, else at Sign Up. */
export function knowsAccount(): boolean {
  return browserStorage().getItem(KNOWN_ACCOUNT) !== null;
}

export function rememberAccount(): void {
  browserStorage().setItem(KNOWN_ACCOUNT, '1');
}
