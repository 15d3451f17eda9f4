import { useSyncExternalStore } from 'react';
import { isAuthCallback, SESSION_KEY } from './auth-callback.ts';
import { createSessionStore, type SessionState, type SignOutScope } from './session-store.ts';

export type { SecondFactor, SessionState, Shopper } from './session-store.ts';

/** The session of this tab. Holds no auth code itself: see `createSessionStore`. */
export const session = createSessionStore({
  hasStoredSession,
  isCallback: () => isAuthCallback(new URL(window.location.href), true), // the auth client knows better
  loadClient: () => import('./auth-client.ts'),
});

/** The auth client, downloaded on first use. */
export const loadAuth = session.loadAuth;

if (typeof window !== 'undefined') {
  // Before the first rendering: for a visitor without a session, nothing is ever 'loading'.
  session.reread();
  // Signing in or out in another tab reaches this one through the storage they share.
  window.addEventListener('storage', (event) => {
    if (event.key === SESSION_KEY || event.key === null) session.reread();
  });
  // A page from the back/forward cache has heard of none of that.
  window.addEventListener('pageshow', ({ persisted }) => persisted && session.reread());
}

const LOADING: SessionState = { status: 'loading' };

/** Who is signed in. 'loading' on the server and during hydration: documents are the same for everyone. */
export function useSession(): SessionState {
  return useSyncExternalStore(session.subscribe, session.get, () => LOADING);
}

/** Where the web storage keeps what a signed-out visitor wanted in the cart (app/cart/wanted-items.ts). */
export const WANTED_ITEMS = 'wanted-items';

/**
 * Ends the session of this device, or every session; see `createSessionStore`. Whoever leaves wants nothing any more:
 * the next one to sign in here may be somebody else.
 */
export function signOut(scope?: SignOutScope) {
  try {
    window.localStorage.removeItem(WANTED_ITEMS);
  } catch {
    // Storage is denied, and nothing was kept.
  }
  return session.signOut({ chosen: true, scope });
}

/** Browsers that deny storage throw here; the auth client then keeps the session in memory. */
function hasStoredSession(): boolean {
  try {
    return window.localStorage.getItem(SESSION_KEY) !== null;
  } catch {
    return false;
  }
}
