import type { Factor, Session } from '@supabase/auth-js';
import { describe, expect, test } from 'vitest';
import { toSessionState } from './session-state.ts';

const ASHA = { id: 'a5a5', email: 'asha@example.com' };
const PHONE: Factor = {
  id: 'f1',
  factor_type: 'totp',
  friendly_name: 'Phone',
  status: 'verified',
  created_at: '2026-11-21T03:00:00Z',
  updated_at: '2026-11-21T03:00:00Z',
};
const BEGUN: Factor = { ...PHONE, status: 'unverified' };

/** A session whose access token has these claims. */
function sessionOf(claims: object, factors?: Factor[]): Session {
  const payload = Buffer.from(JSON.stringify({ ...claims, name: 'आशा ?>' })).toString('base64url');
  return {
    access_token: `e30.${payload}.c2ln`,
    refresh_token: 'refresh',
    expires_in: 3600,
    token_type: 'bearer',
    user: {
      id: ASHA.id,
      email: ASHA.email,
      user_metadata: { full_name: 'आशा' },
      app_metadata: {},
      aud: 'authenticated',
      created_at: '2026-11-21T03:00:00Z',
      ...(factors && { factors }),
    },
  };
}

describe('a session', () => {
  test('without a second factor is signed in', () => {
    expect(toSessionState(sessionOf({ aal: 'aal1', amr: [{ method: 'password' }] }))).toEqual({
      status: 'signed-in',
      user: ASHA,
      recovering: false,
    });
  });

  test('needs a second factor if the account has one, and lists it', () => {
    expect(toSessionState(sessionOf({ aal: 'aal1' }, [PHONE]))).toEqual({
      status: 'mfa-required',
      user: ASHA,
      factors: [{ id: 'f1', type: 'totp', name: 'Phone' }],
    });
  });

  test('that has verified it is signed in', () => {
    expect(toSessionState(sessionOf({ aal: 'aal2' }, [PHONE])).status).toBe('signed-in');
  });

  test('needs none that was never verified', () => {
    expect(toSessionState(sessionOf({ aal: 'aal1' }, [BEGUN])).status).toBe('signed-in');
  });

  test('from a reset link may set a password', () => {
    const amr = [{ method: 'totp' }, { method: 'recovery' }];
    expect(toSessionState(sessionOf({ aal: 'aal2', amr }, [PHONE]))).toMatchObject({
      recovering: true,
    });
  });

  test('whose token cannot be read needs any second factor there is', () => {
    for (const access_token of ['', 'a.b.c', 'a.MQ.c', 'a.bnVsbA.c', '…']) {
      expect(toSessionState({ ...sessionOf({}, [PHONE]), access_token }).status).toBe(
        'mfa-required',
      );
      expect(toSessionState({ ...sessionOf({}), access_token }).status).toBe('signed-in');
    }
  });
});
