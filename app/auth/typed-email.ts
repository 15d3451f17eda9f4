/**
 * Reads the email that was typed on the previous page from the history state. It is passed there, and never in the URL.
 * '' if there is none.
 */
export function typedEmail(state: unknown): string {
  if (typeof state !== 'object' || state === null || !('email' in state)) return '';
  return typeof state.email === 'string' ? state.email : '';
}
