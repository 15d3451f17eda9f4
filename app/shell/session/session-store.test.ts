import { type AuthChangeEvent, AuthError, type Session, type User } from '@supabase/auth-js';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { toSessionState } from './session-state.ts';
import { createSessionStore, type SessionSource } from './session-store.ts';

const ASHA: User = {
  id: 'a5a5a5a5-0000-4000-8000-000000000001',
  email: 'asha@example.com',
  user_metadata: {},
  app_metadata: {},
  aud: 'authenticated',
  created_at: '2026-11-21T03:00:00Z',
};
const IYER: User = { ...ASHA, id: 'b6b6b6b6-0000-4000-8000-000000000002' };

const sessionOf = (user: User): Session => ({
  access_token: 'access',
  refresh_token: 'refresh',
  expires_in: 3600,
  token_type: 'bearer',
  user,
});

type Browser = {
  /** A session is stored. */
  stored?: boolean;
  /** Who can be read from it without the auth client: nobody when it is about to expire. */
  readable?: User | null;
  callback?: boolean;
};

const READABLE: Browser = { stored: true, readable: ASHA };
const OFFLINE = new Error('offline');

/** A fake browser with or without a stored session, and an auth client that fires the events a test chooses. */
function browser({ stored = false, readable = null, callback = false }: Browser = {}) {
  let hear: (event: AuthChangeEvent, session: Session | null) => void = () => {};
  const source: SessionSource = {
    onAuthStateChange(callback) {
      hear = callback;
      return { data: { subscription: { id: '1', callback, unsubscribe() {} } } };
    },
    async signOut() {
      state.stored = false;
      hear('SIGNED_OUT', null);
      return { error: null };
    },
  };
  const state = { stored, readable, source };
  const loadClient = vi.fn(async () => ({ auth: state.source }));
  const store = createSessionStore({
    hasStoredSession: () => state.stored,
    isCallback: () => callback,
    loadReader: async () => ({
      readStoredSession: () => state.readable && sessionOf(state.readable),
      toSessionState,
    }),
    loadClient,
  });
  return {
    state,
    store,
    loadClient,
    say: (event: AuthChangeEvent, user: User | null) => hear(event, user && sessionOf(user)),
    /** What another tab's sign-out leaves. */
    clear: () => Object.assign(state, { stored: false, readable: null }),
  };
}

/** A browser whose page has read its storage and downloaded the auth client. */
async function openWithClient(initial: Browser = { stored: true }) {
  const opened = browser(initial);
  opened.store.syncWithStorage();
  await opened.store.loadAuth();
  return opened;
}

describe('a guest', () => {
  test('is signed out at once, has no token, and downloads no auth client', async () => {
    const { store, loadClient } = browser();
    expect(store.get().status).toBe('loading');
    store.syncWithStorage();
    expect(store.get()).toEqual({ status: 'signed-out', chosen: false, ended: false });
    expect(await store.storedToken()).toBeNull();
    expect(loadClient).not.toHaveBeenCalled();
  });

  test('who signs in in another tab is signed in here too', async () => {
    const { store, state, say } = browser();
    store.syncWithStorage();
    state.stored = true;
    store.syncWithStorage();
    await store.loadAuth();
    say('INITIAL_SESSION', ASHA);
    expect(store.get().status).toBe('signed-in');
  });
});

test.each([{}, READABLE])('the auth client reads an emailed link, with %j', async (initial) => {
  const { store, loadClient } = browser({ ...initial, callback: true });
  store.syncWithStorage();
  expect(loadClient).toHaveBeenCalledOnce();
  await store.loadAuth();
  expect(store.get().status).toBe('loading');
});

describe('a shopper whose stored access token is valid', () => {
  test('is signed in, and has the token, without the auth client, until another tab signs out', async () => {
    const { store, clear, loadClient } = browser(READABLE);
    store.syncWithStorage();
    expect(await store.whenLoaded(1000)).toMatchObject({
      status: 'signed-in',
      user: { id: ASHA.id },
    });
    expect(await store.storedToken()).toBe('access');
    clear();
    store.syncWithStorage();
    expect(store.get()).toEqual({ status: 'signed-out', chosen: false, ended: true });
    expect(loadClient).not.toHaveBeenCalled();
  });

  test('is signed out when another tab signs out while this one reads', async () => {
    const { store, clear } = browser(READABLE);
    store.syncWithStorage();
    clear();
    const ended = { status: 'signed-out', chosen: false, ended: true };
    expect(await store.whenLoaded(1000)).toEqual(ended);
  });

  test('is the one to whom another tab has signed in', async () => {
    const { store, state } = browser(READABLE);
    store.syncWithStorage();
    await store.whenLoaded(1000);
    state.readable = IYER;
    store.syncWithStorage();
    await vi.waitFor(() => expect(store.get()).toMatchObject({ user: { id: IYER.id } }));
  });

  test('follows the auth client alone, once it is there', async () => {
    const { store, say } = await openWithClient(READABLE);
    expect(await store.storedToken()).toBeNull();
    say('INITIAL_SESSION', IYER);
    store.syncWithStorage();
    await store.storedToken();
    expect(store.get()).toMatchObject({ user: { id: IYER.id } });
  });
});

describe('a page that stays open', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  async function openFor(seconds: number, { store }: ReturnType<typeof browser>) {
    store.syncWithStorage();
    await vi.advanceTimersByTimeAsync(seconds * 1000);
  }

  test('has the auth client before a deployment takes its file away, also after it was offline', async () => {
    const opened = browser(READABLE);
    opened.loadClient.mockRejectedValueOnce(OFFLINE);
    await openFor(30, opened);
    expect(opened.loadClient).not.toHaveBeenCalled();
    await openFor(30, opened);
    expect(opened.loadClient).toHaveBeenCalledOnce();
    expect(await opened.store.storedToken()).toBe('access');
    await openFor(60, opened);
    expect(opened.loadClient).toHaveBeenCalledTimes(2);
    expect(await opened.store.storedToken()).toBeNull();
  });

  test('needs no auth client once the shopper has signed out in another tab', async () => {
    const opened = browser(READABLE);
    await openFor(30, opened);
    opened.clear();
    await openFor(600, opened);
    expect(opened.loadClient).not.toHaveBeenCalled();
  });
});

describe('a shopper whose stored access token is to be replaced', () => {
  test('is signed in once the auth client, downloaded at once, has checked it', async () => {
    const { store, say, loadClient } = browser({ stored: true });
    const settled = store.whenLoaded(1000);
    store.syncWithStorage();
    await vi.waitFor(() => expect(loadClient).toHaveBeenCalledOnce());
    expect(await store.storedToken()).toBeNull();
    expect(await store.whenLoaded(10), 'nobody waits for ever').toEqual({ status: 'loading' });
    say('INITIAL_SESSION', ASHA);
    expect(await settled).toEqual({
      status: 'signed-in',
      user: { id: ASHA.id, email: 'asha@example.com' },
      recovering: false,
    });
  });

  test('triggers no update for a repeated event, and one for a changed email', async () => {
    const { store, say } = await openWithClient();
    const told = vi.fn();
    store.subscribe(told);
    say('INITIAL_SESSION', ASHA);
    say('SIGNED_IN', { ...ASHA });
    say('TOKEN_REFRESHED', { ...ASHA });
    expect(told).toHaveBeenCalledTimes(1);
    say('USER_UPDATED', { ...ASHA, email: 'iyer@example.com' });
    expect(told).toHaveBeenCalledTimes(2);
  });

  test('stays signed in while the server is unreachable, and is signed out when another tab does', async () => {
    const { store, say, clear } = await openWithClient();
    say('INITIAL_SESSION', null); // fired by the client when it could not refresh, and kept the session
    expect(store.get().status).toBe('loading');
    say('TOKEN_REFRESHED', ASHA);
    expect(store.get().status).toBe('signed-in');
    clear();
    store.syncWithStorage();
    expect(store.get()).toEqual({ status: 'signed-out', chosen: false, ended: true });
  });

  test('ends the session of this device alone, and a chosen end is told from another', async () => {
    for (const chosen of [true, false]) {
      const { store, say, state } = await openWithClient();
      const signOut = vi.spyOn(state.source, 'signOut');
      say('INITIAL_SESSION', ASHA);
      expect(await store.signOut({ chosen })).toBeNull();
      expect(signOut).toHaveBeenLastCalledWith({ scope: 'local' });
      expect(store.get()).toEqual({ status: 'signed-out', chosen, ended: !chosen });
    }
  });

  test('gets the error of a failed sign-out', async () => {
    const { store, state, say } = await openWithClient();
    say('INITIAL_SESSION', ASHA);
    state.source.signOut = async () => ({ error: new AuthError('The server is tired') });
    expect((await store.signOut({ chosen: true }))?.message).toBe('The server is tired');
  });
});

test('retries the download of the client when it failed', async () => {
  const { store, loadClient } = browser();
  loadClient.mockRejectedValueOnce(OFFLINE);
  await expect(store.loadAuth()).rejects.toThrow('offline');
  await expect(store.loadAuth()).resolves.toBeDefined();
});
