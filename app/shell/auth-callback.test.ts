import { expect, test } from 'vitest';
import { isAuthCallback } from './auth-callback.ts';

test.each([
  ['/#access_token=a&refresh_token=b', true],
  ['/reset-password#access_token=a&type=recovery', true],
  ['/auth?error_code=otp_expired', true],
  ['/reset-password#error=access_denied&error_code=otp_expired', true],
  ['/', false],
  ['/auth?tab=sign-up', false],
  ['/shop?error=none', false],
  ['/product/1#access_token', false],
])('%s: %s', (path, expected) => {
  expect(isAuthCallback(new URL(path, 'https://shop.test'))).toBe(expected);
});
