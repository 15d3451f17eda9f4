import { AuthClient } from '@supabase/auth-js';
import { ACCOUNTS_URL } from './accounts-meta.ts';
import { isAuthCallback, SESSION_KEY } from './auth-callback.ts';
import { authServer } from './auth-request.ts';
import { documentMeta } from './document-meta.ts';
import { knownUserFetch } from './known-user.ts';
import { proofOfWorkFetch } from './proof-of-work-fetch.ts';

/** The auth client of this tab. 21 kB: import it only through `loadAuth()`, when it is needed. */
export const auth = new AuthClient({
  ...authServer(),
  storageKey: SESSION_KEY,
  autoRefreshToken: true,
  persistSession: true,
  detectSessionInUrl: (url) => isAuthCallback(url, documentMeta(ACCOUNTS_URL) !== undefined),
  flowType: 'implicit',
  fetch: knownUserFetch(proofOfWorkFetch((input, init) => fetch(input, init))),
  experimental: { recoveryCodes: true },
});
