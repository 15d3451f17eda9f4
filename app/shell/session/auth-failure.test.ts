import { AuthRetryableFetchError } from '@supabase/auth-js';
import { expect, test } from 'vitest';
import { authMessageOf } from './auth-failure.ts';

test('a network that is gone and a server that fails are told apart', () => {
  for (const [status, told] of [
    [0, /^We could not reach the shop\./],
    [500, /^Something went wrong on our side\./],
    [502, /catching its breath/],
    [503, /catching its breath/],
  ] as const) {
    expect(authMessageOf(new AuthRetryableFetchError('Bad Gateway', status))).toMatch(told);
  }
});

test('a request that the browser could not even make is one that did not reach the shop', () => {
  expect(authMessageOf(new TypeError('Failed to fetch'))).toMatch(/could not reach the shop/);
});

test('what the server refuses is told in its words', () => {
  const error = { name: 'AuthApiError', message: 'Invalid login credentials', status: 400 };
  expect(authMessageOf(error)).toBe('Invalid login credentials');
});
