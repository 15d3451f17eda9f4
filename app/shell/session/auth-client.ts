import { AuthClient } from '@supabase/auth-js';
import { isAuthCallback, SESSION_KEY } from './auth-callback.ts';
import { proofOfWorkFetch, tokenFetch } from './auth-fetch.ts';
import { authServerUrl } from './auth-request.ts';
import { knownSessionFetch } from './known-session.ts';
import { sessionStorageOn } from './session-storage.ts';

/** The auth client of this tab. 21 kB: import it only through `loadAuth()`, when it is needed. */
export const auth = new AuthClient({
  url: authServerUrl(),
  storageKey: SESSION_KEY,
  autoRefreshToken: true,
  persistSession: true,
  ...localStorageIfAllowed(),
  detectSessionInUrl: isAuthCallback,
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
