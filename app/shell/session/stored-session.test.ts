import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SESSION_KEY } from './auth-callback.ts';
import { readStoredSession } from './stored-session.ts';

const NOW = new Date('2026-11-26T06:00:00Z');
const SECONDS = NOW.getTime() / 1000;
const PHONE = { id: 'f1', factor_type: 'totp', friendly_name: 'Phone', status: 'verified' };
const SESSION = {
  access_token: 'access',
  refresh_token: 'refresh',
  expires_in: 3600,
  expires_at: SECONDS + 3600,
  user: { id: 'a5a5', email: 'asha@example.com', factors: [PHONE] },
};

const stored = new Map<string, string>();
beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
  stored.clear();
  vi.stubGlobal('window', { localStorage: { getItem: (key: string) => stored.get(key) ?? null } });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function store(session: unknown) {
  stored.set(SESSION_KEY, JSON.stringify(session));
}

test('reads the session that the auth client has stored', () => {
  store(SESSION);
  expect(readStoredSession()).toMatchObject({ access_token: 'access', user: SESSION.user });
});

test('leaves a token to the auth client from the moment at which it would replace it', () => {
  store({ ...SESSION, expires_at: SECONDS + 91 });
  expect(readStoredSession()).not.toBeNull();
  store({ ...SESSION, expires_at: SECONDS + 90 });
  expect(readStoredSession()).toBeNull();
  const constants = readFileSync(
    'node_modules/@supabase/auth-js/dist/main/lib/constants.js',
    'utf8',
  );
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
  stored.set(SESSION_KEY, 'no JSON');
  expect(readStoredSession()).toBeNull();
  vi.stubGlobal('window', {
    get localStorage() {
      throw new Error('denied');
    },
  });
  expect(readStoredSession()).toBeNull();
});
