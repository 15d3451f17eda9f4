import type { GoTrueClient } from '@supabase/auth-js';
import { currentToken, isTemporary } from './current-token.ts';

/**
 * How long to wait for a response with new tokens that is still under way; less than the API client waits for a token.
 */
const REPLACED_WAIT_MS = 5_000;

/**
 * Gets another access token of the same account, after the server has rejected one.
 *
 * @returns null when the session has ended.
 * @throws when the auth server is unreachable, or when another tab has signed in to another account: a request of one
 * shopper must not be repeated as the other.
 */
export async function renewToken(auth: GoTrueClient, rejected: string): Promise<string | null> {
  const token = await nextToken(auth, rejected);
  if (token && subjectOf(token) !== subjectOf(rejected)) {
    throw new Error('This browser has signed in to another account');
  }
  return token;
}

async function nextToken(auth: GoTrueClient, rejected: string): Promise<string | null> {
  // An earlier request, or a second factor that was just added, may have replaced the token already.
  const current = await currentToken(auth);
  if (current !== rejected) return current;
  const { error } = await auth.refreshSession();
  if (error && isTemporary(error)) throw error;
  const replaced = error?.code === 'refresh_token_already_used';
  return waitForOtherToken(auth, rejected, replaced ? REPLACED_WAIT_MS : 0);
}

/**
 * Waits for up to `ms` until the session has another token than this one; null if it still has not. After a second
 * factor was verified, in this tab or another, the server has replaced the tokens, and its response with the new ones
 * may still be under way.
 */
async function waitForOtherToken(
  auth: GoTrueClient,
  rejected: string,
  ms: number,
): Promise<string | null> {
  const end = performance.now() + ms;
  for (;;) {
    const token = await currentToken(auth);
    if (token !== rejected) return token;
    if (performance.now() >= end) return null;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/**
 * The subject claim of a JWT, the account's id; the payload is JSON in base64url. session-state.ts decodes one too. A
 * shared module would cost every shopper one more request, and 268 bytes.
 */
function subjectOf(token: string): unknown {
  const [, payload = ''] = token.split('.');
  return JSON.parse(atob(payload.replace(/-/g, '+').replace(/_/g, '/'))).sub;
}
