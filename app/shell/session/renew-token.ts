import type { GoTrueClient } from '@supabase/auth-js';
import { currentToken, isTemporary } from './current-token.ts';

/** How long the response with a session's new tokens may take: less than the API client waits for a token. */
const REPLACED_MS = 5_000;

/**
 * Another access token of the same account for one that the server has rejected.
 *
 * @returns null when the session is over.
 * @throws when the auth server is unreachable, or when another tab has signed in to another account: what one shopper
 * has sent must not happen to the other.
 */
export async function renewToken(auth: GoTrueClient, rejected: string): Promise<string | null> {
  const token = await nextToken(auth, rejected);
  if (token && holderOf(token) !== holderOf(rejected)) {
    throw new Error('This browser has signed in to another account');
  }
  return token;
}

async function nextToken(auth: GoTrueClient, rejected: string): Promise<string | null> {
  // A request sent before, or a second factor just added, has given the session another token already.
  const current = await currentToken(auth);
  if (current !== rejected) return current;
  const { error } = await auth.refreshSession();
  if (error && isTemporary(error)) throw error;
  const replaced = error?.code === 'refresh_token_already_used';
  return otherToken(auth, rejected, replaced ? REPLACED_MS : 0);
}

/**
 * Waits for up to `ms` until the session has another token than this one. Where the server has replaced its tokens,
 * because a second factor was verified in this tab or another, its response with the new ones may still be under way.
 */
async function otherToken(
  auth: GoTrueClient,
  rejected: string,
  ms: number,
): Promise<string | null> {
  const end = Date.now() + ms;
  for (;;) {
    const token = await currentToken(auth);
    if (token !== rejected) return token;
    if (Date.now() >= end) return null;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/**
 * The id of the account: a JWT's middle part is JSON in base64url. session-state.ts reads one, too: a module that both
 * import was one more request for every shopper, and 268 bytes.
 */
function holderOf(token: string): unknown {
  const [, payload = ''] = token.split('.');
  return JSON.parse(atob(payload.replace(/-/g, '+').replace(/_/g, '/'))).sub;
}
