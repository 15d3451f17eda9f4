/**
 * Where a shopper goes after signing in. The specification (§4) says '/'. One exception: someone whom the
 * guard has sent to /auth was on the way to a page, perhaps in the middle of a checkout whose session ended,
 * and goes on there. The path travels in the history entry and never in the URL, so that no link from
 * elsewhere can set it.
 */
export function returnPath(state: unknown): string {
  if (typeof state !== 'object' || state === null || !('from' in state)) return '/';
  const { from } = state;
  // '//host' and '/\host' would leave the shop.
  return typeof from === 'string' && /^\/(?![/\\])/.test(from) ? from : '/';
}
