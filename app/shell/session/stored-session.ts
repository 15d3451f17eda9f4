import { browserStorage } from '#app/shell/web-storage.ts';
import { SESSION_KEY } from './auth-callback.ts';
import { isClockSetBack, type TimedSession } from './current-token.ts';
import type { SessionTokens } from './session-state.ts';

export { toSessionState } from './session-state.ts';

/** The auth client replaces an access token this long before it expires: EXPIRY_MARGIN_MS in its constants. */
const EXPIRY_MARGIN_MS = 90_000;

/**
 * Reads the session that the auth client has stored, without the client. Null if only the client can tell: nothing
 * readable is stored, or the access token is about to expire.
 */
export function readStoredSession(): SessionTokens | null {
  try {
    const stored: unknown = JSON.parse(browserStorage().getItem(SESSION_KEY) ?? 'null');
    if (!isSession(stored)) return null;
    const isValid = stored.expires_at * 1000 - EXPIRY_MARGIN_MS > Date.now();
    return isValid && !isClockSetBack(stored) ? stored : null;
  } catch {
    return null; // no JSON
  }
}

function isSession(value: unknown): value is SessionTokens & TimedSession {
  if (!isObject(value) || !isObject(value.user)) return false;
  const { id, email, factors } = value.user;
  return (
    typeof value.access_token === 'string' &&
    typeof value.expires_at === 'number' &&
    typeof value.expires_in === 'number' &&
    typeof id === 'string' &&
    (email === undefined || typeof email === 'string') &&
    (factors === undefined || (Array.isArray(factors) && factors.every(isFactor)))
  );
}

function isFactor(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { id, factor_type, friendly_name = '', status } = value;
  return [id, factor_type, friendly_name, status].every((text) => typeof text === 'string');
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
