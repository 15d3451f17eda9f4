import type { Factor, Session } from '@supabase/auth-js';
import { describe, expect, test } from 'vitest';
import { stateOf } from './state-of.ts';

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

/** A session whose access token claims this. */
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
  test('of somebody without a second factor is open', () => {
    expect(stateOf(sessionOf({ aal: 'aal1', amr: [{ method: 'password' }] }))).toEqual({
      status: 'signed-in',
      user: ASHA,
      recovering: false,
    });
  });

  test('owes a second factor where there is one, and names it', () => {
    expect(stateOf(sessionOf({ aal: 'aal1' }, [PHONE]))).toEqual({
      status: 'factor-due',
      user: ASHA,
      factors: [{ id: 'f1', type: 'totp', name: 'Phone' }],
    });
  });

  test('that has shown it is open', () => {
    expect(stateOf(sessionOf({ aal: 'aal2' }, [PHONE])).status).toBe('signed-in');
  });

  test('owes none that was never finished', () => {
    expect(stateOf(sessionOf({ aal: 'aal1' }, [BEGUN])).status).toBe('signed-in');
  });

  test('from a reset link may set a password', () => {
    const amr = [{ method: 'totp' }, { method: 'recovery' }];
    expect(stateOf(sessionOf({ aal: 'aal2', amr }, [PHONE]))).toMatchObject({ recovering: true });
  });

  test('whose token cannot be read owes whatever second factor there is', () => {
    for (const access_token of ['', 'a.b.c', 'a.MQ.c', 'a.bnVsbA.c', '…']) {
      expect(stateOf({ ...sessionOf({}, [PHONE]), access_token }).status).toBe('factor-due');
      expect(stateOf({ ...sessionOf({}), access_token }).status).toBe('signed-in');
    }
  });
});
