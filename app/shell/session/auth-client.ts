import { AuthClient } from '@supabase/auth-js';
import { ACCOUNTS_KEY, ACCOUNTS_URL } from './accounts-meta.ts';
import { isAuthCallback, SESSION_KEY } from './auth-callback.ts';
import { documentMeta } from './document-meta.ts';
import { knownUserFetch } from './known-user.ts';
import { proofOfWorkFetch } from './proof-of-work-fetch.ts';

/** The hosted auth service, as the document's meta elements have it. */
const elsewhere = documentMeta(ACCOUNTS_URL);
const apiKey = documentMeta(ACCOUNTS_KEY);

/** The auth client of this tab. 21 kB: import it only through `loadAuth()`, when it is needed. */
export const auth = new AuthClient({
  url: elsewhere ?? new URL('/auth/v1', window.location.origin).href,
  ...(apiKey && { headers: { apikey: apiKey } }),
  storageKey: SESSION_KEY,
  autoRefreshToken: true,
  persistSession: true,
  detectSessionInUrl: (url) => isAuthCallback(url, elsewhere !== undefined),
  flowType: 'implicit',
  fetch: knownUserFetch(proofOfWorkFetch((input, init) => fetch(input, init))),
  experimental: { recoveryCodes: true },
});
