import type { GoTrueClient, User } from '@supabase/auth-js';

/** Who is signed in. */
export type Shopper = { id: string; email: string; full_name: string };

/** `left` tells a sign-out the shopper chose in this tab from a session that ended by itself. */
export type SessionState =
  | { status: 'loading' }
  | { status: 'signed-out'; left: boolean }
  | { status: 'signed-in'; user: Shopper };

/** The part of the auth client that the store needs. */
export type SessionSource = Pick<GoTrueClient, 'onAuthStateChange' | 'signOut'>;

/** The browser, as far as the store looks at it. */
export type Surroundings<Auth extends SessionSource> = {
  /** Whether an earlier visit, or another tab, has left a session in the web storage. */
  hasStoredSession(): boolean;
  /** Whether the page's address brings a session with it. */
  isCallback(): boolean;
  loadAuth(): Promise<Auth>;
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
    client ??= around.loadAuth().then(
      (auth) => {
        auth.onAuthStateChange((event, session) => {
          if (session) become({ status: 'signed-in', user: toShopper(session.user) });
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
     * Ends this device's session, here at once and then on the server. Answers with what the server had
     * against it, or null. Sessions on other devices go on.
     */
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

function toShopper(user: User): Shopper {
  const name: unknown = user.user_metadata.full_name;
  return {
    id: user.id,
    email: user.email ?? '',
    full_name: typeof name === 'string' ? name : '',
  };
}

/** The auth client repeats itself, on every focus of the tab for one; only changes are worth telling. */
function isSame(a: SessionState, b: SessionState): boolean {
  if (a.status !== 'signed-in' || b.status !== 'signed-in') return a.status === b.status;
  return (
    a.user.id === b.user.id &&
    a.user.email === b.user.email &&
    a.user.full_name === b.user.full_name
  );
}
