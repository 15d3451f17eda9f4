import type { GoTrueClient, Session } from '@supabase/auth-js';

/** Who is signed in. */
export type Shopper = { id: string; email: string };

/** What a shopper shows besides the password. */
export type SecondFactor = { id: string; type: string; name: string };

/**
 * `left` tells a sign-out the shopper chose in this tab from a session that ended by itself. 'factor-due': the
 * password was right, and nothing opens before one of the `factors` is shown. `recovering`: a reset link has
 * opened the session, which may set a password without the old one.
 */
export type SessionState =
  | { status: 'loading' }
  | { status: 'signed-out'; left: boolean }
  | { status: 'factor-due'; user: Shopper; factors: readonly SecondFactor[] }
  | { status: 'signed-in'; user: Shopper; recovering: boolean };

/** How much a sign-out ends: this device's session, or every one there is. */
export type SignOutScope = 'local' | 'global';

/** The part of the auth client that the store needs. */
export type SessionSource = Pick<GoTrueClient, 'onAuthStateChange' | 'signOut'>;

/** The browser, as far as the store looks at it. */
export type Surroundings<Auth extends SessionSource> = {
  /** Whether an earlier visit, or another tab, has left a session in the web storage. */
  hasStoredSession(): boolean;
  /** Whether the page's address brings a session with it. */
  isCallback(): boolean;
  /** Downloads the client, with what tells the state that one of its sessions means. */
  loadClient(): Promise<{ auth: Auth; stateOf(session: Session): SessionState }>;
};

const LOADING: SessionState = { status: 'loading' };

/**
 * The session as a small observable value, 'loading' until `reread` is called for the first time. It loads the
 * auth client only where a session may exist, so that a visitor without one downloads nothing for it.
 */
export function createSessionStore<Auth extends SessionSource>(around: Surroundings<Auth>) {
  let state = LOADING;
  let client: Promise<Auth> | undefined;
  let leaving = false;
  const listeners = new Set<() => void>();

  function become(next: SessionState) {
    if (isSame(state, next)) return;
    state = next;
    for (const listener of [...listeners]) listener();
  }

  function load(): Promise<Auth> {
    client ??= around.loadClient().then(
      ({ auth, stateOf }) => {
        auth.onAuthStateChange((event, session) => {
          if (session) become(stateOf(session));
          // A server that is away gives no session either, but leaves the stored one where it is.
          else if (event === 'SIGNED_OUT' || !around.hasStoredSession()) becomeSignedOut();
        });
        return auth;
      },
      (error: unknown) => {
        client = undefined; // the next one who asks tries the download again
        throw error;
      },
    );
    return client;
  }

  function becomeSignedOut() {
    become({ status: 'signed-out', left: leaving });
  }

  /** Looks at the storage again: at the start, and when another tab has written to it. */
  function reread() {
    if (!around.hasStoredSession() && !around.isCallback()) becomeSignedOut();
    // A page that cannot load the client stays 'loading', and the guard offers a way out.
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

    /** The state once it is no longer 'loading', or as it is after `patienceMs`. */
    settled(patienceMs: number): Promise<SessionState> {
      if (state !== LOADING) return Promise.resolve(state);
      return new Promise((resolve) => {
        const settle = () => {
          clearTimeout(timer);
          listeners.delete(settle);
          resolve(state);
        };
        const timer = setTimeout(settle, patienceMs);
        listeners.add(settle);
      });
    },

    /**
     * Ends this device's session, here at once and then on the server; or with scope 'global' every session on
     * the server and then this one. Answers with what the server had against it, or null.
     */
    async signOut({
      chosen,
      scope = 'local',
    }: {
      chosen: boolean;
      scope?: SignOutScope | undefined;
    }) {
      const auth = await load();
      leaving = chosen;
      try {
        return (await auth.signOut({ scope })).error;
      } finally {
        leaving = false;
      }
    },
  };
}

/** The auth client repeats itself, on every focus of the tab for one; only changes are worth telling. */
function isSame(a: SessionState, b: SessionState): boolean {
  // How a shopper left is told by the first to say so.
  if (a.status === 'signed-out') return b.status === 'signed-out';
  return JSON.stringify(a) === JSON.stringify(b);
}
