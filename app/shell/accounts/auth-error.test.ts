import { AuthRetryableFetchError } from '@supabase/auth-js';
import { expect, test } from 'vitest';
import { authMessageOf, isRefused } from './auth-error.ts';

test('distinguishes a failed network from a failing server', () => {
  for (const [status, told] of [
    [0, /^We could not reach the shop\./],
    [500, /^Something went wrong on our side\./],
    [502, /very busy/],
    [503, /very busy/],
  ] as const) {
    expect(authMessageOf(new AuthRetryableFetchError('Bad Gateway', status))).toMatch(told);
  }
});

test('a request that the browser could not even send did not reach the shop', () => {
  expect(authMessageOf(new TypeError('Failed to fetch'))).toMatch(/could not reach the shop/);
});

test('shows an error of the server in its own words', () => {
  const error = { name: 'AuthApiError', message: 'Invalid login credentials', status: 400 };
  expect(authMessageOf(error)).toBe('Invalid login credentials');
});

test('a session whose tokens were replaced unseen says that the change may have been made', () => {
  const message = 'Please sign in again. What you changed may have been saved.';
  const replaced = { name: 'Error', message, status: 401, code: 'session_replaced' };
  expect(authMessageOf(replaced)).toBe(message);
});

test('only a refusal of what was typed leads back to its field', () => {
  const refused = { name: 'AuthApiError', message: '', status: 400, code: 'invalid_credentials' };
  expect(isRefused(refused)).toBe(true);
  expect(isRefused({ ...refused, status: 429 })).toBe(false);
  expect(isRefused({ ...refused, status: 503 })).toBe(false);
  expect(isRefused({ name: 'AuthRetryableFetchError', message: '', status: 0 })).toBe(false);
});
