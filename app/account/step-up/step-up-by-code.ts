import { replaceTokens } from '#app/shell/session/replace-tokens.ts';

/**
 * Step-up with a mailed code. The session gets new tokens, so a stolen copy of the old ones is not stepped up.
 *
 * @throws the auth server's error.
 */
export function stepUpByCode(code: string): Promise<void> {
  return replaceTokens('/reauthenticate', { nonce: code });
}
