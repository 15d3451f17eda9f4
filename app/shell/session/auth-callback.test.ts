import { expect, test } from 'vitest';
import { isAuthCallback } from './auth-callback.ts';

const at = (path: string) => new URL(path, 'https://shop.test');

test.each([
  ['/auth?error_code=otp_expired', true],
  ['/reset-password#error=access_denied&error_code=otp_expired', true],
  ['/', false],
  ['/auth?tab=sign-up', false],
  ['/shop?error=none', false],
  ['/product/1#access_token', false],
])('%s: %s', (path, expected) => {
  expect(isAuthCallback(at(path), false)).toBe(expected);
  expect(isAuthCallback(at(path), true)).toBe(expected);
});

test.each([
  '/#access_token=a&refresh_token=b',
  '/reset-password#access_token=a&type=recovery',
  '/auth?access_token=a',
  '/#error=&access_token=a',
])('%s contains a session, accepted only with hosted accounts', (path) => {
  expect(isAuthCallback(at(path), true)).toBe(true);
  expect(isAuthCallback(at(path), false)).toBe(false);
});
