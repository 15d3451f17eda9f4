/**
 * Where a shopper goes after signing in. The specification (§4) says '/'. One exception: whoever the guard redirected
 * to /auth was opening a page, perhaps in the middle of a checkout whose session ended, and returns there. The path is
 * in the history state and never in the URL, so that no foreign link can set it.
 */
export function returnPath(state: unknown): string {
  if (typeof state !== 'object' || state === null || !('from' in state)) return '/';
  const { from } = state;
  // '//host' and '/\host' are other sites.
  return typeof from === 'string' && /^\/(?![/\\])/.test(from) ? from : '/';
}
