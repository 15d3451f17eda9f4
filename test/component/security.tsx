import type { Factor } from '@supabase/auth-js';
import { expect } from 'vitest';
import type { Session as Device } from '#contract/sessions.ts';
import {
  type AuthHandlers,
  factorOf,
  openAccount,
  Refusal,
  refusal,
  sessionOf,
  userOf,
} from './account.tsx';
import { PROFILE } from './buy.ts';
import type { Handlers } from './fake-api.ts';
import { button } from './locators.ts';
import { ASHA } from './open.tsx';

export const PASSWORD = 'steep for five';
/** What an authenticator app is set up with, and the recovery codes of an account. */
export const SECRET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
export const CODES = Array.from({ length: 10 }, (_, index) => `k4m9x7qp2ab8ht${index}z`);

/** A shopper's account on the auth server: its second factors, and whether it asks to confirm who is there. */
export function accountWith(factors: Factor[] = []) {
  const shown = () => sessionOf({ factors, aal: 'aal2' });
  const confirms = { needed: false };
  const confirmed = () => {
    if (!confirms.needed) return;
    throw new Refusal('reauthentication_needed', 'Please confirm that it is you.', 403);
  };
  const auth: AuthHandlers = {
    'GET /user': () => userOf(ASHA, factors),
    'POST /factors': ({ friendly_name, factor_type }) => {
      confirmed();
      const factor = { ...factorOf(String(friendly_name)), status: 'unverified' } as const;
      factors.push(factor);
      const totp = { qr_code: '<svg/>', secret: SECRET, uri: `otpauth://totp/A?secret=${SECRET}` };
      return { ...factor, type: factor_type, totp };
    },
    'POST /factors/{id}/challenge': (_, id) => ({ id, type: 'totp', expires_at: 0 }),
    'POST /factors/{id}/verify': ({ code }, id) => {
      if (code !== '123456') throw new Refusal('mfa_verification_failed', 'Invalid code', 422);
      for (const factor of factors) if (factor.id === id) factor.status = 'verified';
      confirms.needed = false;
      return shown();
    },
    'DELETE /factors/{id}': (_, id) => {
      confirmed();
      const index = factors.findIndex((factor) => factor.id === id);
      if (index < 0) throw new Refusal('mfa_factor_not_found', 'Factor not found', 404);
      factors.splice(index, 1);
      return { id };
    },
    'GET /factors/recovery-codes': refusal('mfa_factor_not_found', 'Factor not found', 404),
    'POST /factors/recovery-codes': () => {
      confirmed();
      return { id: crypto.randomUUID(), codes: CODES };
    },
    'POST /token?grant_type=refresh_token': () => (factors.length > 0 ? shown() : sessionOf()),
    'POST /token?grant_type=password': ({ password }) => {
      if (password !== PASSWORD)
        throw new Refusal('invalid_credentials', 'Invalid login credentials');
      confirms.needed = false;
      return sessionOf({ factors });
    },
  };
  return { factors, auth, confirms };
}

export function device(name: string, current = false): Device {
  const at = '2026-01-05T06:30:00.000Z';
  const id = crypto.randomUUID();
  return { id, device: name, network: null, signed_in_at: at, last_seen_at: at, current };
}

/** Where the shopper is signed in. */
export const signedInOn = (devices: Device[]): Handlers => ({
  'GET /sessions': () => devices,
  'GET /profile': () => PROFILE,
  'DELETE /sessions/{id}': ({ params }) => {
    const index = devices.findIndex(({ id }) => id === params.id);
    devices.splice(index, 1);
    return undefined;
  },
});

type Options = { auth?: AuthHandlers; devices?: Device[]; api?: Handlers };

/** Opens the account's page about passwords, second factors and devices. */
export async function openSecurity(
  account = accountWith(),
  { auth = {}, devices = [device('Chrome on Android', true)], api = {} }: Options = {},
) {
  const { factors } = account;
  const handlers: AuthHandlers = { ...account.auth, ...auth };
  const opened = await openAccount({
    path: '/account/security',
    as: sessionOf(factors.length > 0 ? { factors, aal: 'aal2' } : {}),
    auth: handlers,
    api: { ...signedInOn(devices), ...api },
  });
  await expect.element(button('Update Password')).toBeVisible();
  return {
    ...opened,
    auth: handlers,
  };
}
