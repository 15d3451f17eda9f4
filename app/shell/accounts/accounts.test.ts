import { AuthRetryableFetchError } from '@supabase/auth-js';
import { describe, expect, test } from 'vitest';
import { authMessageOf, isRefused } from './auth-error.ts';
import { readEmailedLink } from './emailed-link.ts';

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

const TYPES = ['signup', 'magiclink'] as const;

describe('an emailed link', () => {
  test('is recognized by its token and by a type that the page accepts', () => {
    const search = '?token_hash=t0ken&type=signup';
    expect(readEmailedLink({ search, hash: '' }, TYPES)).toEqual({
      type: 'signup',
      token: 't0ken',
    });
  });

  test('is ignored when the type belongs to another page, or without a token', () => {
    for (const search of [
      '?token_hash=t0ken&type=recovery',
      '?type=signup',
      '?token_hash=&type=signup',
      '?token_hash=t0ken',
      '?tab=sign-up',
      '',
    ]) {
      expect(readEmailedLink({ search, hash: '' }, TYPES)).toBeNull();
    }
  });

  test('that the auth server rejected says so, in the hash or in the query', () => {
    const told = 'error=access_denied&error_code=otp_expired';
    expect(readEmailedLink({ search: '', hash: `#${told}` }, TYPES)).toBe('expired');
    expect(readEmailedLink({ search: `?${told}`, hash: '' }, TYPES)).toBe('expired');
    expect(readEmailedLink({ search: '', hash: '#content' }, TYPES)).toBeNull();
  });
});
