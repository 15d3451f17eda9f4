import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { memoryStorage } from '#test/memory-storage.ts';
import { SESSION_KEY } from './auth-callback.ts';
import { toSessionState } from './session-state.ts';
import { readStoredSession } from './stored-session.ts';

const NOW = new Date('2026-11-26T06:00:00Z');
const SECONDS = NOW.getTime() / 1000;
const PHONE = { id: 'f1', factor_type: 'totp', friendly_name: 'Phone', status: 'verified' };
const ASHA = { id: 'a5a5', email: 'asha@example.com' };

describe('a session', () => {
  const password = [{ method: 'password' }];
  const recovery = [{ method: 'totp' }, { method: 'recovery' }];
  const signedIn = { status: 'signed-in', user: ASHA, recovering: false };
  const listed = [{ id: 'f1', type: 'totp', name: 'Phone' }];
  const needsFactor = { status: 'mfa-required', user: ASHA, factors: listed };
  const state = (access_token: string, factors: (typeof PHONE)[]) =>
    toSessionState({ access_token, user: { ...ASHA, factors } });

  test.each([
    ['without a second factor is signed in', { aal: 'aal1', amr: password }, [], signedIn],
    ['needs a factor that the account has, and lists it', { aal: 'aal1' }, [PHONE], needsFactor],
    ['that has verified it is signed in', { aal: 'aal2' }, [PHONE], signedIn],
    [
      'needs none that was never verified',
      { aal: 'aal1' },
      [{ ...PHONE, status: 'unverified' }],
      signedIn,
    ],
    [
      'from a reset link may set a password',
      { aal: 'aal2', amr: recovery },
      [PHONE],
      { ...signedIn, recovering: true },
    ],
  ])('%s', (_, claims, factors, expected) => {
    const payload = Buffer.from(JSON.stringify({ ...claims, name: 'आशा ?>' }));
    expect(state(`e30.${payload.toString('base64url')}.c2ln`, factors)).toEqual(expected);
  });

  test('whose token cannot be read needs any second factor there is', () => {
    for (const token of ['', 'a.b.c', 'a.MQ.c', 'a.bnVsbA.c', '…']) {
      expect(state(token, [PHONE])).toEqual(needsFactor);
      expect(state(token, [])).toEqual(signedIn);
    }
  });
});

const SESSION = {
  access_token: 'access',
  refresh_token: 'refresh',
  expires_in: 3600,
  expires_at: SECONDS + 3600,
  user: { ...ASHA, factors: [PHONE] },
};

let localStorage = memoryStorage();
const store = (session: unknown) => localStorage.setItem(SESSION_KEY, JSON.stringify(session));

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
  localStorage = memoryStorage();
  vi.stubGlobal('window', { localStorage });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('reads the session that the auth client has stored', () => {
  store(SESSION);
  expect(readStoredSession()).toMatchObject({ access_token: 'access', user: SESSION.user });
});

test('leaves a token to the auth client from the moment at which it would replace it', () => {
  store({ ...SESSION, expires_at: SECONDS + 91 });
  expect(readStoredSession()).not.toBeNull();
  store({ ...SESSION, expires_at: SECONDS + 90 });
  expect(readStoredSession()).toBeNull();
  const file = 'node_modules/@supabase/auth-js/dist/main/lib/constants.js';
  const constants = readFileSync(file, 'utf8');
  expect(constants).toContain('AUTO_REFRESH_TICK_DURATION_MS = 30 * 1000;');
  expect(constants).toContain('AUTO_REFRESH_TICK_THRESHOLD = 3;');
});

test.each([
  ['nothing is stored', undefined],
  ['the user is missing', { ...SESSION, user: null }],
  ['the expiry is missing', { ...SESSION, expires_at: undefined }],
  ['the lifetime is missing', { ...SESSION, expires_in: undefined }],
  ['the clock was set back since', { ...SESSION, expires_at: SECONDS + 3661 }],
  ['a factor is of another form', { ...SESSION, user: { ...SESSION.user, factors: [{}] } }],
])('leaves it to the auth client when %s', (_, session) => {
  if (session) store(session);
  expect(readStoredSession()).toBeNull();
});

test('leaves it to the auth client when it is not JSON, or the browser denies its storage', () => {
  localStorage.setItem(SESSION_KEY, 'no JSON');
  expect(readStoredSession()).toBeNull();
  vi.stubGlobal('window', {
    get localStorage() {
      throw new Error('denied');
    },
  });
  expect(readStoredSession()).toBeNull();
});
