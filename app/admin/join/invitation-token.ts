import { tabStorage } from '#app/shell/document/web-storage.ts';

const KEY = 'staff-invitation';

/** The path of the link in an invitation email. */
export const JOIN = '/admin/join';

/**
 * Moves the token from the URL into this tab's storage, where it survives signing in, and out of the browser's history.
 */
export function saveInvitation(): void {
  const { pathname, search, hash } = window.location;
  if (!pathname.toLowerCase().startsWith(JOIN) || hash.length < 2) return;
  tabStorage().setItem(KEY, hash.slice(1));
  window.history.replaceState(window.history.state, '', pathname + search);
}

/** The token of the URL, else the stored one. With a session this runs before the effect that stores the URL's token. */
export function loadInvitation(): string | null {
  saveInvitation();
  return tabStorage().getItem(KEY);
}

export function forgetInvitation(): void {
  tabStorage().removeItem(KEY);
}
