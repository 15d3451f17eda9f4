import { AuthClient } from '@supabase/auth-js';
import { ACCOUNTS_URL, documentMeta } from './accounts-meta.ts';
import { isAuthCallback, SESSION_KEY } from './auth-callback.ts';
import { authServer } from './auth-request.ts';
import { knownSessionFetch } from './known-session.ts';
import { proofOfWorkFetch } from './proof-of-work-fetch.ts';
import { sessionStorageOn } from './session-storage.ts';
import { tokenFetch } from './token-fetch.ts';

/** The auth client of this tab. 21 kB: import it only through `loadAuth()`, when it is needed. */
export const auth = new AuthClient({
  ...authServer(),
  storageKey: SESSION_KEY,
  autoRefreshToken: true,
  persistSession: true,
  ...localStorageIfAllowed(),
  detectSessionInUrl: (url) => isAuthCallback(url, documentMeta(ACCOUNTS_URL) !== undefined),
  flowType: 'implicit',
  fetch: knownSessionFetch(tokenFetch(proofOfWorkFetch((input, init) => fetch(input, init)))),
  experimental: { recoveryCodes: true },
});

/** Where the browser denies storage, the client keeps the session in memory. */
function localStorageIfAllowed() {
  try {
    return { storage: sessionStorageOn(window.localStorage) };
  } catch {
    return {};
  }
}
