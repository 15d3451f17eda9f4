/**
 * The address a shopper has typed on the page before, so that nobody types it twice. It travels in the history
 * entry, never in the URL.
 */
export function typedEmail(state: unknown): string {
  if (typeof state !== 'object' || state === null || !('email' in state)) return '';
  return typeof state.email === 'string' ? state.email : '';
}
