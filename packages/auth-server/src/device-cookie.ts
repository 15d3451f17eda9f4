import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import type { Service } from './service.ts';
import { RETENTION_DAYS } from './settings.ts';

/**
 * Device cookies: a browser in which an account has signed in has its own rate limit for that account, so that
 * attackers elsewhere cannot use it up (OWASP, "Slow Down Online Guessing Attacks with Device Cookies"). The cookie
 * does not sign anybody in. It names the account by its id: an address can get another account.
 */
export type Device = {
  id: string;
  /**
   * Whether the account's second factor was verified here too: without it the cookie does not count for second factors.
   */
  factor: boolean;
};

const PREFIX = 'device-';

/** Maximum number of accounts per browser: with some hundred cookies its requests would be too large to be accepted. */
const MAX_ACCOUNTS = 20;

/** This browser's device cookie for the account, if we issued it for that account and it has not expired. */
export function deviceOf(service: Service, c: Context, userId: string): Device | null {
  const [id = '', issuedAt = '', level = '', mac = ''] = (
    getCookie(c, nameFor(service, userId)) ?? ''
  ).split('.');
  const expected = Buffer.from(signatureOf(service, userId, [id, issuedAt, level]));
  const given = Buffer.from(mac);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  const age = service.clock().getTime() / 1000 - Number(issuedAt);
  return age < RETENTION_DAYS.deviceCookie * 86_400 ? { id, factor: level === 'factor' } : null;
}

/** Sets or renews the device cookie of an account that has just signed in. */
export function rememberDevice(
  service: Service,
  c: Context,
  userId: string,
  { factor = false } = {},
): void {
  const device = deviceOf(service, c, userId);
  const parts = [
    device?.id ?? randomBytes(16).toString('base64url'),
    String(Math.floor(service.clock().getTime() / 1000)),
    factor || device?.factor ? 'factor' : 'password',
  ];
  const { pathname, protocol } = new URL(service.settings.issuer);
  const where = { path: pathname, secure: protocol === 'https:' };
  const name = nameFor(service, userId);
  setCookie(c, name, [...parts, signatureOf(service, userId, parts)].join('.'), {
    ...where,
    maxAge: RETENTION_DAYS.deviceCookie * 86_400,
    httpOnly: true,
    sameSite: 'Lax',
  });
  for (const old of oldestOf(c, name)) deleteCookie(c, old, where);
}

/** The cookies beyond the maximum, apart from the one of this name. */
function oldestOf(c: Context, name: string): string[] {
  const issuedAt = (value: string) => Number(value.split('.')[1]) || 0;
  return Object.entries(getCookie(c))
    .filter(([other]) => other.startsWith(PREFIX) && other !== name)
    .sort(([, a], [, b]) => issuedAt(b) - issuedAt(a))
    .slice(MAX_ACCOUNTS - 1)
    .map(([other]) => other);
}

/** One cookie per account, whose name does not reveal it: a family may share a browser. */
function nameFor({ derivedKeys }: Service, userId: string): string {
  return `${PREFIX}${derivedKeys.hmacId('device cookie', userId).slice(0, 16)}`;
}

function signatureOf({ derivedKeys }: Service, userId: string, parts: string[]): string {
  return derivedKeys.hmac('device', [userId, ...parts].join(' ')).toString('base64url');
}
