import { browserStorage } from '#app/shell/web-storage.ts';

/** The storage key that says that this browser knows an account; signing out does not remove it. */
export const KNOWN_ACCOUNT = 'known-account';

/** Whether somebody has signed up or in in this browser: /auth then opens at Login, else at Sign Up. */
export function knowsAccount(): boolean {
  return browserStorage().getItem(KNOWN_ACCOUNT) !== null;
}

export function rememberAccount(): void {
  browserStorage().setItem(KNOWN_ACCOUNT, '1');
}
