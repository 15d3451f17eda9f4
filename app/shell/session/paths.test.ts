import { expect, test } from 'vitest';
import { isAuthCallback } from './auth-callback.ts';
import { returnPath } from './return-path.ts';

test.each([
  ['/auth?error_code=otp_expired', true],
  ['/reset-password#error=access_denied&error_code=otp_expired', true],
  ['/', false],
  ['/auth?tab=sign-up', false],
  ['/shop?error=none', false],
  ['/product/1#access_token', false],
  // These contain a session, which nobody may bring in a link.
  ['/#access_token=a&refresh_token=b', false],
  ['/reset-password#access_token=a&type=recovery', false],
  ['/auth?access_token=a', false],
  ['/#error=&access_token=a', false],
])('%s is a link of an email: %s', (path, expected) => {
  const url = new URL(path, 'https://shop.test');
  expect(isAuthCallback(url)).toBe(expected);
});

test('signing in returns to the page from which the guard redirected, else to the home page', () => {
  expect(returnPath({ from: '/checkout?step=payment' })).toBe('/checkout?step=payment');
  for (const state of [null, undefined, 'cart', {}, { from: 7 }, { from: '' }])
    expect(returnPath(state)).toBe('/');
});

test('signing in never leaves the shop', () => {
  for (const from of ['//evil.test', '/\\evil.test', 'https://evil.test', 'javascript:alert(1)'])
    expect(returnPath({ from })).toBe('/');
});
