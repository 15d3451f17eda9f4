/**
 * The email typed on the previous page, so that nobody types it twice. It is passed in the history state, never in the
 * URL.
 */
export function typedEmail(state: unknown): string {
  if (typeof state !== 'object' || state === null || !('email' in state)) return '';
  return typeof state.email === 'string' ? state.email : '';
}
