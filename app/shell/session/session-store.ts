import type { GoTrueClient } from '@supabase/auth-js';
import type { SessionTokens } from './session-state.ts';

/** The signed-in shopper. */
export type Shopper = { id: string; email: string };

/** A second factor of the shopper. */
export type SecondFactor = { id: string; type: string; name: string };

/**
 * `chosen` distinguishes a sign-out the shopper chose in this tab from a session that ended by itself. 'mfa-required': the
 * password was correct, but the session needs one of the `factors` first. `recovering`: a reset link has opened the
 * session, which may set a password without the old one.
 */
export type SessionState =
  | { status: 'loading' }
  | { status: 'signed-out'; chosen: boolean }
  | { status: 'mfa-required'; user: Shopper; factors: readonly SecondFactor[] }
  | { status: 'signed-in'; user: Shopper; recovering: boolean };

/** The part of the auth client that the store needs. */
export type SessionSource = Pick<GoTrueClient, 'onAuthStateChange' | 'signOut'>;

/** Dependencies: the browser, as far as the store uses it. */
export type Dependencies<Auth extends SessionSource> = {
  /** Whether the web storage has a session of an earlier visit or another tab. */
  hasStoredSession(): boolean;
  /** Whether the page's URL contains a session. */
  isCallback(): boolean;
  /** Downloads what reads a session: the stored one, and the client's. */
  loadReader(): Promise<SessionReader>;
  /** Downloads the client. */
  loadClient(): Promise<{ auth: Auth }>;
};

type SessionReader = {
  /** The stored session, or null where only the client can tell: it is about to expire, or unreadable. */
  readStoredSession(): SessionTokens | null;
  toSessionState(session: SessionTokens): SessionState;
};

const LOADING: SessionState = { status: 'loading' };

/**
 * A page that is open for so long gets the client while it can be had: its token expires some day, and then the network
 * may be away, or a deployment has removed the file.
 */
const CLIENT_AFTER_MS = 60_000;

/**
 * The session as a small observable value, 'loading' until `reread` is called for the first time. A stored session is
 * read without the auth client as long as its access token is valid: the client (21 kB) is downloaded to replace the
 * token, to sign in or out, for a mailed link, or once the page has been open for a minute. A guest downloads nothing at
 * all.
 */
export function createSessionStore<Auth extends SessionSource>(deps: Dependencies<Auth>) {
  let state = LOADING;
  let client: Promise<Auth> | undefined;
  let leaving = false;
  let later: ReturnType<typeof setTimeout> | undefined;
  const listeners = new Set<() => void>();

  function setState(next: SessionState) {
    if (isSame(state, next)) return;
    state = next;
    for (const listener of [...listeners]) listener();
  }

  function load(): Promise<Auth> {
    client ??= Promise.all([deps.loadReader(), deps.loadClient()]).then(
      ([{ toSessionState }, { auth }]) => {
        auth.onAuthStateChange((event, session) => {
          if (session) setState(toSessionState(session));
          // An unreachable server gives no session either, but the stored one stays.
          else if (event === 'SIGNED_OUT' || !deps.hasStoredSession()) setSignedOut();
        });
        return auth;
      },
      (error: unknown) => {
        client = undefined; // the next call retries the download
        throw error;
      },
    );
    return client;
  }

  function setSignedOut() {
    setState({ status: 'signed-out', chosen: leaving });
  }

  /** Reads the storage again: at the start, and when another tab has written to it. */
  function reread() {
    const isCallback = deps.isCallback();
    if (!deps.hasStoredSession() && !isCallback) return setSignedOut();
    // If a download fails, the page stays 'loading', and the guard offers a way out.
    (isCallback ? load() : readOrLoad()).catch((error: unknown) => console.error(error));
  }

  async function readOrLoad() {
    const { readStoredSession, toSessionState } = await deps.loadReader();
    // A client that was downloaded meanwhile follows the storage itself.
    if (client) return;
    const stored = readStoredSession();
    if (stored) {
      setState(toSessionState(stored));
      loadLater();
    } else if (deps.hasStoredSession()) await load();
    else setSignedOut(); // removed during the download
  }

  function loadLater() {
    if (later) return;
    later = setTimeout(() => {
      later = undefined;
      if (deps.hasStoredSession()) load().catch(loadLater);
    }, CLIENT_AFTER_MS);
  }

  /** The access token of a stored session, or null where the client is needed for it, or is there already. */
  async function storedToken(): Promise<string | null> {
    if (client) return null;
    const { readStoredSession } = await deps.loadReader();
    return client ? null : (readStoredSession()?.access_token ?? null);
  }

  return {
    get: () => state,
    reread,
    storedToken,
    loadAuth: load,

    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },

    /** The state once it is no longer 'loading', or after `timeoutMs`. */
    whenLoaded(timeoutMs: number): Promise<SessionState> {
      if (state !== LOADING) return Promise.resolve(state);
      return new Promise((resolve) => {
        const settle = () => {
          clearTimeout(timer);
          listeners.delete(settle);
          resolve(state);
        };
        const timer = setTimeout(settle, timeoutMs);
        listeners.add(settle);
      });
    },

    /** Ends this device's session, here at once and then on the server. Returns the server's error, or null. */
    async signOut({ chosen }: { chosen: boolean }) {
      const auth = await load();
      leaving = chosen;
      try {
        return (await auth.signOut({ scope: 'local' })).error;
      } finally {
        leaving = false;
      }
    },
  };
}

/** The auth client repeats events, for example whenever the tab gets the focus; listeners only get changes. */
function isSame(a: SessionState, b: SessionState): boolean {
  // Of several sign-out events the first decides `chosen`.
  if (a.status === 'signed-out') return b.status === 'signed-out';
  return JSON.stringify(a) === JSON.stringify(b);
}
