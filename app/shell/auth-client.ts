import { AuthClient } from '@supabase/auth-js';
import { isAuthCallback, SESSION_KEY } from './auth-callback.ts';

export { stateOf } from './state-of.ts';

/** The one auth client of this tab. 21 kB: imported only through `loadAuth()`, when there is a use for it. */
export const auth = new AuthClient({
  url: new URL('/auth/v1', window.location.origin).href,
  storageKey: SESSION_KEY,
  autoRefreshToken: true,
  persistSession: true,
  detectSessionInUrl: isAuthCallback,
  flowType: 'implicit',
});
