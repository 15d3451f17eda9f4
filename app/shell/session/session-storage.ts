import { isClockSetBack, type TimedSession } from './current-token.ts';
import { knownLifetime } from './known-session.ts';

type TextStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** In seconds since 1970; never 0, which the auth client takes for none. */
const LONG_AGO = 1;

/**
 * Storage for the auth client in which sessions expire by this device's clock: their lifetime after they came. The
 * server's `expires_at` and the token's `exp` are by the server's clock: on a phone that is an hour fast every token
 * would have expired when it came, on one that is hours slow none would be replaced in time. A session from before the
 * clock was set back has expired too: only the server knows how much of it is left.
 */
export function sessionStorageOn(storage: TextStorage): TextStorage {
  return {
    getItem(key) {
      const text = storage.getItem(key);
      const session = readSession(text);
      if (!session || !isClockSetBack(session)) return text;
      return JSON.stringify({ ...session, expires_at: LONG_AGO });
    },
    setItem(key, text) {
      const session = readSession(text);
      const former = readSession(storage.getItem(key));
      storage.setItem(key, session ? JSON.stringify(withLocalExpiry(session, former)) : text);
    },
    removeItem: (key) => storage.removeItem(key),
  };
}

/** The auth client also stores other things here. */
function readSession(text: string | null): TimedSession | null {
  const value = parse(text);
  if (typeof value !== 'object' || value === null) return null;
  if (!('access_token' in value && 'expires_in' in value && 'expires_at' in value)) return null;
  const { access_token, expires_in, expires_at } = value;
  const isTimed =
    typeof access_token === 'string' &&
    typeof expires_in === 'number' &&
    typeof expires_at === 'number';
  return isTimed ? { ...value, access_token, expires_in, expires_at } : null;
}

function parse(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}

/** A token that is stored once more, with a changed user, expires when it did before. */
function withLocalExpiry(session: TimedSession, former: TimedSession | null): TimedSession {
  if (former?.access_token === session.access_token) {
    const { expires_in, expires_at } = former;
    return { ...session, expires_in, expires_at };
  }
  const expires_in = knownLifetime(session.access_token) ?? session.expires_in;
  return { ...session, expires_in, expires_at: Math.round(Date.now() / 1000) + expires_in };
}
