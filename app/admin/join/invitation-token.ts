import { tabStorage } from '#app/shell/web-storage.ts';

const KEY = 'staff-invitation';

/** The path of the link in an invitation email. */
export const JOIN_PATH = '/admin/join';

/**
 * Moves the token from the URL into this tab's storage, so that it survives signing in and is not in the browser's
 * history.
 */
export function saveInvitation(): void {
  const { pathname, search, hash } = window.location;
  if (!pathname.toLowerCase().startsWith(JOIN_PATH) || hash.length < 2) return;
  tabStorage().setItem(KEY, hash.slice(1));
  window.history.replaceState(window.history.state, '', pathname + search);
}

/**
 * The token from the URL, else the stored one; null if there is none. With a session this runs before the effect that
 * stores the token of the URL, so it stores it itself.
 */
export function loadInvitation(): string | null {
  saveInvitation();
  return tabStorage().getItem(KEY);
}

/** Removes the stored token. */
export function forgetInvitation(): void {
  tabStorage().removeItem(KEY);
}
