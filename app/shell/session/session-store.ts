import type { GoTrueClient } from '@supabase/auth-js';
import type { SessionTokens } from './session-state.ts';

/** The signed-in shopper. */
export type Shopper = { id: string; email: string };

/** A second factor of the shopper. */
export type SecondFactor = { id: string; type: string; name: string };

/**
 * `chosen`: the shopper has signed out in this tab; false for a session that ended otherwise. `ended`: there was a
 * session, and it ended otherwise, for example because another device has changed the password. 'mfa-required': the
 * password was correct, but the session needs one of the `factors` first. `recovering`: a reset link has opened the
 * session, which may set a password without the current one.
 */
export type SessionState =
  | { status: 'loading' }
  | { status: 'signed-out'; chosen: boolean; ended: boolean }
  | { status: 'mfa-required'; user: Shopper; factors: readonly SecondFactor[] }
  | { status: 'signed-in'; user: Shopper; recovering: boolean };

/** The part of the auth client that the store needs. */
export type SessionSource = Pick<GoTrueClient, 'onAuthStateChange' | 'signOut'>;

/** Dependencies: the browser, as far as the store uses it. */
export type Dependencies<Auth extends SessionSource> = {
  /** Whether localStorage has a session, of an earlier visit or another tab. */
  hasStoredSession(): boolean;
  /** Whether the page's URL contains a session. */
  isCallback(): boolean;
  /** Downloads the functions that read a session, stored or from the client. */
  loadReader(): Promise<SessionReader>;
  /** Downloads the client. */
  loadClient(): Promise<{ auth: Auth }>;
};

type SessionReader = {
  /** The stored session; null if it is about to expire or unreadable, so that only the auth client can tell. */
  readStoredSession(): SessionTokens | null;
  toSessionState(session: SessionTokens): SessionState;
};

const LOADING: SessionState = { status: 'loading' };

/**
 * After this time a page with a session downloads the client in advance: its token will expire, and then the network
 * may be away, or a deployment may have removed the file.
 */
const CLIENT_AFTER_MS = 60_000;

/**
 * The session as an observable value, 'loading' until `syncWithStorage` is called for the first time. A stored session
 * is read without the auth client as long as its access token is valid: the client (21 kB) is downloaded to replace the
 * token, to sign in or out, for an emailed link, or once the page has been open for a minute. A guest downloads
 * nothing.
 */
export function createSessionStore<Auth extends SessionSource>(deps: Dependencies<Auth>) {
  let state = LOADING;
  let client: Promise<Auth> | undefined;
  let isChosen = false;
  /** Whether there was a session until now, as far as this page knows. */
  let hadSession = false;
  let clientTimer: ReturnType<typeof setTimeout> | undefined;
  const listeners = new Set<() => void>();

  function setState(next: SessionState) {
    hadSession = next.status !== 'signed-out';
    if (isSame(state, next)) return;
    state = next;
    for (const listener of [...listeners]) listener();
  }

  function load(): Promise<Auth> {
    client ??= Promise.all([deps.loadReader(), deps.loadClient()]).then(
      ([{ toSessionState }, { auth }]) => {
        auth.onAuthStateChange((event, session) => {
          if (session) setState(toSessionState(session));
          // If the server is unreachable there is no session either, but the stored one is kept.
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
    setState({ status: 'signed-out', chosen: isChosen, ended: hadSession && !isChosen });
  }

  /** Reads the stored session: at the start, and when another tab has changed it. */
  function syncWithStorage() {
    const isCallback = deps.isCallback();
    if (deps.hasStoredSession()) hadSession = true;
    else if (!isCallback) return setSignedOut();
    // If a download fails, the page stays 'loading', and the guard offers a way out.
    (isCallback ? load() : readStoredOrLoad()).catch((error: unknown) => console.error(error));
  }

  async function readStoredOrLoad() {
    const { readStoredSession, toSessionState } = await deps.loadReader();
    // If the client was downloaded meanwhile, it follows the storage itself.
    if (client) return;
    const stored = readStoredSession();
    if (stored) {
      setState(toSessionState(stored));
      scheduleClient();
    } else if (deps.hasStoredSession()) await load();
    else setSignedOut(); // removed during the download
  }

  function scheduleClient() {
    if (clientTimer) return;
    clientTimer = setTimeout(() => {
      clientTimer = undefined;
      if (deps.hasStoredSession()) load().catch(scheduleClient);
    }, CLIENT_AFTER_MS);
  }

  /**
   * The access token of the stored session; null if only the client can provide one, or the client is loaded already.
   */
  async function storedToken(): Promise<string | null> {
    if (client) return null;
    const { readStoredSession } = await deps.loadReader();
    return client ? null : (readStoredSession()?.access_token ?? null);
  }

  return {
    get: () => state,
    syncWithStorage,
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
      isChosen = chosen;
      try {
        return (await auth.signOut({ scope: 'local' })).error;
      } finally {
        isChosen = false;
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
