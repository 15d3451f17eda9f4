/** Where the web storage keeps the session; the auth client reads and writes it (specification §4). */
export const SESSION_KEY = 'shop-auth';

/** The pages that links in the shop's mails open with a session, or with what went wrong, in the URL. */
const CALLBACK_PATHS = ['/', '/auth', '/reset-password'];

/** The names such a URL carries. Elsewhere, an `error` in an address is nobody's sign-in. */
const CALLBACK_NAMES = ['access_token', 'error', 'error_code', 'error_description'];

/** Whether a URL brings a session with it, in its hash or in its query. */
export function isAuthCallback(url: URL): boolean {
  if (!CALLBACK_PATHS.includes(url.pathname)) return false;
  const hash = new URLSearchParams(url.hash.slice(1));
  return CALLBACK_NAMES.some((name) => hash.has(name) || url.searchParams.has(name));
}
