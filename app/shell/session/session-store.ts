import type { GoTrueClient, Session } from '@supabase/auth-js';

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
  /** Downloads the client, with a function that turns its session into the state. */
  loadClient(): Promise<{ auth: Auth; toSessionState(session: Session): SessionState }>;
};

const LOADING: SessionState = { status: 'loading' };

/**
 * The session as a small observable value, 'loading' until `reread` is called for the first time. It downloads the auth
 * client only where a session may exist, so that a guest downloads nothing for it.
 */
export function createSessionStore<Auth extends SessionSource>(deps: Dependencies<Auth>) {
  let state = LOADING;
  let client: Promise<Auth> | undefined;
  let leaving = false;
  const listeners = new Set<() => void>();

  function setState(next: SessionState) {
    if (isSame(state, next)) return;
    state = next;
    for (const listener of [...listeners]) listener();
  }

  function load(): Promise<Auth> {
    client ??= deps.loadClient().then(
      ({ auth, toSessionState }) => {
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
    if (!deps.hasStoredSession() && !deps.isCallback()) setSignedOut();
    // If the client fails to load, the page stays 'loading', and the guard offers a way out.
    else load().catch((error: unknown) => console.error(error));
  }

  return {
    get: () => state,
    reread,
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
