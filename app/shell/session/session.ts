import { useSyncExternalStore } from 'react';
import { browserStorage } from '#app/shell/web-storage.ts';
import { isAuthCallback, SESSION_KEY } from './auth-callback.ts';
import { rememberAccount } from './known-account.ts';
import { createSessionStore, type SessionState } from './session-store.ts';

export type { SecondFactor, SessionState, Shopper } from './session-store.ts';

/** The session of this tab. Contains no auth code itself: see `createSessionStore`. */
export const session = createSessionStore({
  hasStoredSession,
  isCallback: () => isAuthCallback(new URL(window.location.href)),
  loadReader: () => import('./stored-session.ts'),
  loadClient: () => import('./auth-client.ts'),
});

/** The auth client, downloaded on first use. */
export const loadAuth = session.loadAuth;

if (typeof window !== 'undefined') {
  // Before the first render: for a guest the state is never 'loading'.
  session.syncWithStorage();
  // Signing in or out in another tab changes the shared storage.
  window.addEventListener('storage', (event) => {
    if (event.key === SESSION_KEY || event.key === null) session.syncWithStorage();
  });
  // A page restored from the back/forward cache has missed those events.
  window.addEventListener('pageshow', ({ persisted }) => persisted && session.syncWithStorage());
}

const LOADING: SessionState = { status: 'loading' };

/** The session. 'loading' on the server and during hydration: documents are the same for everyone. */
export function useSession(): SessionState {
  return useSyncExternalStore(session.subscribe, session.get, () => LOADING);
}

/** Storage key of the items that a guest wanted to add to the cart (app/cart/wanted-items.ts). */
export const WANTED_ITEMS = 'wanted-items';

/**
 * Ends the session of this device, see `createSessionStore`. Also removes the wanted items: the next shopper to sign in
 * here may be somebody else.
 *
 * @returns the server's error, or null.
 */
export function signOut() {
  browserStorage().removeItem(WANTED_ITEMS);
  // Also of a session from before this was noted at signing in.
  rememberAccount();
  return session.signOut({ chosen: true });
}

/** Where the browser denies storage, the auth client keeps the session in memory. */
function hasStoredSession(): boolean {
  return browserStorage().getItem(SESSION_KEY) !== null;
}

/** The id of the signed-in account; '' without a session. Drafts of staff are stored by it: a tablet may be shared. */
export function userId(): string {
  const present = session.get();
  return 'user' in present ? present.user.id : '';
}
