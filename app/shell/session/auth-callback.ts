import type { PagePath } from '#app/ui/page-path.ts';

/** The storage key of the session; the auth client reads and writes it (specification §4). */
export const SESSION_KEY = 'shop-auth';

/** The pages that emailed links open. On other pages, an `error` in the URL has nothing to do with sign-in. */
const CALLBACK_PATHS: readonly string[] = ['/', '/auth', '/reset-password'] satisfies PagePath[];

const ERROR_PARAMETERS = ['error', 'error_code', 'error_description'];

/**
 * Whether a URL contains an auth error in its hash or query. One with a session never counts: our emails have none, and
 * anybody can write such a link. A visitor who followed it would be signed in to its author's account, and leave an
 * address and orders there.
 */
export function isAuthCallback(url: URL): boolean {
  if (!CALLBACK_PATHS.includes(url.pathname)) return false;
  const hash = new URLSearchParams(url.hash.slice(1));
  const has = (name: string) => hash.has(name) || url.searchParams.has(name);
  return !has('access_token') && ERROR_PARAMETERS.some(has);
}
