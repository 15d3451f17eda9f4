import type { AuthChangeEvent, Factor, Session, User } from '@supabase/auth-js';
import { AuthError } from '@supabase/auth-js';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { toSessionState } from './session-state.ts';
import { createSessionStore, type SessionSource } from './session-store.ts';

const ASHA: User = {
  id: 'a5a5a5a5-0000-4000-8000-000000000001',
  email: 'asha@example.com',
  user_metadata: { full_name: 'Asha Rao' },
  app_metadata: {},
  aud: 'authenticated',
  created_at: '2026-11-21T03:00:00Z',
};

function sessionOf(user: User): Session {
  return {
    access_token: 'access',
    refresh_token: 'refresh',
    expires_in: 3600,
    token_type: 'bearer',
    user,
  };
}

type Browser = {
  /** A session is stored. */
  stored?: boolean;
  /** Who can be read from it without the auth client: nobody when it is about to expire. */
  readable?: User | null;
  callback?: boolean;
};

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
  const loadReader = async () => ({
    readStoredSession: () => state.readable && sessionOf(state.readable),
    toSessionState,
  });
  const store = createSessionStore({
    hasStoredSession: () => state.stored,
    isCallback: () => callback,
    loadReader,
    loadClient,
  });
  return {
    state,
    store,
    loadClient,
    say: (event: AuthChangeEvent, session: Session | null) => hear(event, session),
  };
}

describe('a guest', () => {
  test('is signed out at once and downloads no auth client', () => {
    const { store, loadClient } = browser();
    expect(store.get().status).toBe('loading');
    store.syncWithStorage();
    expect(store.get()).toEqual({ status: 'signed-out', chosen: false, ended: false });
    expect(loadClient).not.toHaveBeenCalled();
  });

  test('who opens an emailed link has the auth client read the link', () => {
    const { store, loadClient } = browser({ callback: true });
    store.syncWithStorage();
    expect(store.get().status).toBe('loading');
    expect(loadClient).toHaveBeenCalledOnce();
  });

  test('has no token to read', async () => {
    const { store } = browser();
    expect(await store.storedToken()).toBeNull();
  });

  test('who signs in in another tab is signed in here too', async () => {
    const { store, state, say } = browser();
    store.syncWithStorage();
    state.stored = true;
    store.syncWithStorage();
    await store.loadAuth();
    say('INITIAL_SESSION', sessionOf(ASHA));
    expect(store.get().status).toBe('signed-in');
  });
});

describe('a shopper whose stored access token is valid', () => {
  const IYER: User = { ...ASHA, id: 'b6b6b6b6-0000-4000-8000-000000000002' };

  test('is signed in, and has the token, without the auth client', async () => {
    const { store, loadClient } = browser({ stored: true, readable: ASHA });
    store.syncWithStorage();
    expect(await store.whenLoaded(1000)).toMatchObject({
      status: 'signed-in',
      user: { id: ASHA.id },
    });
    expect(await store.storedToken()).toBe('access');
    expect(loadClient).not.toHaveBeenCalled();
  });

  test('is signed out when another tab signs out', async () => {
    const { store, state, loadClient } = browser({ stored: true, readable: ASHA });
    store.syncWithStorage();
    await store.whenLoaded(1000);
    Object.assign(state, { stored: false, readable: null });
    store.syncWithStorage();
    expect(store.get()).toEqual({ status: 'signed-out', chosen: false, ended: true });
    expect(loadClient).not.toHaveBeenCalled();
  });

  test('is signed out when another tab signs out while this one reads', async () => {
    const { store, state } = browser({ stored: true, readable: ASHA });
    store.syncWithStorage();
    Object.assign(state, { stored: false, readable: null });
    expect(await store.whenLoaded(1000)).toEqual({
      status: 'signed-out',
      chosen: false,
      ended: true,
    });
  });

  test('is the one to whom another tab has signed in', async () => {
    const { store, state } = browser({ stored: true, readable: ASHA });
    store.syncWithStorage();
    await store.whenLoaded(1000);
    state.readable = IYER;
    store.syncWithStorage();
    await vi.waitFor(() => expect(store.get()).toMatchObject({ user: { id: IYER.id } }));
  });

  test('who opens an emailed link has the auth client read the link', async () => {
    const { store, loadClient } = browser({ stored: true, readable: ASHA, callback: true });
    store.syncWithStorage();
    expect(loadClient).toHaveBeenCalledOnce();
    await store.loadAuth();
    expect(store.get().status).toBe('loading');
  });

  test('follows the auth client alone, once it is there', async () => {
    const { store, say } = browser({ stored: true, readable: ASHA });
    store.syncWithStorage();
    await store.loadAuth();
    expect(await store.storedToken()).toBeNull();
    say('INITIAL_SESSION', sessionOf(IYER));
    store.syncWithStorage();
    await store.storedToken();
    expect(store.get()).toMatchObject({ user: { id: IYER.id } });
  });
});

describe('a page that stays open', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  async function openFor(seconds: number, { state, store }: ReturnType<typeof browser>) {
    store.syncWithStorage();
    await vi.advanceTimersByTimeAsync(seconds * 1000);
    return state;
  }

  test('has the auth client before a deployment takes its file away', async () => {
    const opened = browser({ stored: true, readable: ASHA });
    await openFor(30, opened);
    expect(opened.loadClient).not.toHaveBeenCalled();
    await openFor(30, opened);
    expect(opened.loadClient).toHaveBeenCalledOnce();
  });

  test('tries that again after it was offline', async () => {
    const opened = browser({ stored: true, readable: ASHA });
    opened.loadClient.mockRejectedValueOnce(new Error('offline'));
    await openFor(60, opened);
    expect(await opened.store.storedToken()).toBe('access');
    await openFor(60, opened);
    expect(opened.loadClient).toHaveBeenCalledTimes(2);
    expect(await opened.store.storedToken()).toBeNull();
  });

  test('needs no auth client once the shopper has signed out in another tab', async () => {
    const opened = browser({ stored: true, readable: ASHA });
    Object.assign(await openFor(30, opened), { stored: false, readable: null });
    await openFor(600, opened);
    expect(opened.loadClient).not.toHaveBeenCalled();
  });
});

describe('a shopper whose stored access token is to be replaced', () => {
  test('has no token without the auth client, which is downloaded at once', async () => {
    const { store, loadClient } = browser({ stored: true });
    store.syncWithStorage();
    await vi.waitFor(() => expect(loadClient).toHaveBeenCalledOnce());
    expect(await store.storedToken()).toBeNull();
  });

  test('is signed in once the client has checked it', async () => {
    const { store, say } = browser({ stored: true });
    const settled = store.whenLoaded(1000);
    store.syncWithStorage();
    await store.loadAuth();
    say('INITIAL_SESSION', sessionOf(ASHA));
    expect(await settled).toEqual({
      status: 'signed-in',
      user: { id: ASHA.id, email: 'asha@example.com' },
      recovering: false,
    });
  });

  test('does not wait for ever when the client does not respond', async () => {
    const { store } = browser({ stored: true });
    store.syncWithStorage();
    expect(await store.whenLoaded(10)).toEqual({ status: 'loading' });
  });

  test('triggers no update for a repeated event, and one for a changed email', async () => {
    const { store, say } = browser({ stored: true });
    const told = vi.fn();
    store.subscribe(told);
    store.syncWithStorage();
    await store.loadAuth();
    say('INITIAL_SESSION', sessionOf(ASHA));
    say('SIGNED_IN', sessionOf({ ...ASHA }));
    say('TOKEN_REFRESHED', sessionOf({ ...ASHA }));
    expect(told).toHaveBeenCalledTimes(1);
    say('USER_UPDATED', sessionOf({ ...ASHA, email: 'iyer@example.com' }));
    expect(told).toHaveBeenCalledTimes(2);
  });

  test('stays signed in while the server is unreachable', async () => {
    const { store, say } = browser({ stored: true });
    store.syncWithStorage();
    await store.loadAuth();
    say('INITIAL_SESSION', null); // fired by the client when it could not refresh, and kept the session
    expect(store.get().status).toBe('loading');
    say('TOKEN_REFRESHED', sessionOf(ASHA));
    expect(store.get().status).toBe('signed-in');
  });

  test('tells a chosen sign-out from a session that ended', async () => {
    for (const chosen of [true, false]) {
      const { store, say } = browser({ stored: true });
      store.syncWithStorage();
      await store.loadAuth();
      say('INITIAL_SESSION', sessionOf(ASHA));
      expect(await store.signOut({ chosen })).toBeNull();
      expect(store.get()).toEqual({ status: 'signed-out', chosen, ended: !chosen });
    }
  });

  test('is not signed in until the second factor is verified, in this tab or another', async () => {
    const { store, say } = browser({ stored: true });
    const phone: Factor = {
      id: 'f1',
      factor_type: 'totp',
      friendly_name: 'Phone',
      status: 'verified',
      created_at: ASHA.created_at,
      updated_at: ASHA.created_at,
    };
    const owing = sessionOf({ ...ASHA, factors: [phone] });
    const shown = { ...owing, access_token: `e30.${btoa('{"aal":"aal2"}')}.c2ln` };
    store.syncWithStorage();
    await store.loadAuth();
    say('SIGNED_IN', owing);
    expect(store.get()).toMatchObject({ status: 'mfa-required', factors: [{ id: 'f1' }] });
    say('MFA_CHALLENGE_VERIFIED', shown);
    expect(store.get().status).toBe('signed-in');
    say('TOKEN_REFRESHED', owing); // that factor was removed, and another one is left
    expect(store.get().status).toBe('mfa-required');
  });

  test('ends the session of this device alone', async () => {
    const { store, state } = browser({ stored: true });
    const signOut = vi.spyOn(state.source, 'signOut');
    await store.signOut({ chosen: true });
    expect(signOut).toHaveBeenLastCalledWith({ scope: 'local' });
  });

  test('signs out when another tab does', async () => {
    const { store, state, say } = browser({ stored: true });
    store.syncWithStorage();
    await store.loadAuth();
    say('INITIAL_SESSION', sessionOf(ASHA));
    state.stored = false;
    store.syncWithStorage();
    expect(store.get()).toEqual({ status: 'signed-out', chosen: false, ended: true });
  });

  test('gets the error of a failed sign-out', async () => {
    const { store, state, say } = browser({ stored: true });
    store.syncWithStorage();
    await store.loadAuth();
    say('INITIAL_SESSION', sessionOf(ASHA));
    state.source.signOut = async () => ({ error: new AuthError('The server is tired') });
    expect((await store.signOut({ chosen: true }))?.message).toBe('The server is tired');
  });
});

test('retries the download of the client when it failed', async () => {
  const loadClient = vi
    .fn<() => Promise<{ auth: SessionSource }>>()
    .mockRejectedValueOnce(new Error('offline'))
    .mockResolvedValueOnce({ auth: browser().state.source });
  const store = createSessionStore({
    hasStoredSession: () => false,
    isCallback: () => false,
    loadReader: async () => ({ readStoredSession: () => null, toSessionState }),
    loadClient,
  });
  await expect(store.loadAuth()).rejects.toThrow('offline');
  await expect(store.loadAuth()).resolves.toBeDefined();
});
