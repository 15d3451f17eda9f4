import { AuthRetryableFetchError } from '@supabase/auth-js';
import { expect, test } from 'vitest';
import { authMessageOf, isRefused } from './auth-error.ts';
import { readEmailedLink } from './emailed-link.ts';

const saved = 'Please sign in again. What you changed may have been saved.';
const refusal = { name: 'AuthApiError', message: '', status: 400, code: 'invalid_credentials' };
const away = (status: number) => new AuthRetryableFetchError('Bad Gateway', status);

test.each([
  ['a failed network', away(0), /^We could not reach the shop\./],
  ['a failing server', away(500), /^Something went wrong on our side\./],
  ['a busy one', away(502), /very busy/],
  ['a busy one', away(503), /very busy/],
  ['what was not even sent', new TypeError('Failed to fetch'), /could not reach the shop/],
  [
    'a refusal',
    { ...refusal, message: 'Invalid login credentials' },
    /^Invalid login credentials$/,
  ],
  ['a session that was replaced unseen', { ...refusal, message: saved, status: 401 }, saved],
])('%s is told in words for people', (_, error, told) => {
  expect(authMessageOf(error)).toMatch(told);
});

test('only a refusal of what was typed leads back to its field', () => {
  expect(isRefused(refusal)).toBe(true);
  expect(isRefused({ ...refusal, status: 429 })).toBe(false);
  expect(isRefused({ ...refusal, status: 503 })).toBe(false);
  expect(isRefused(away(0))).toBe(false);
});

const rejected = 'error=access_denied&error_code=otp_expired';

test.each([
  ['?token_hash=t0ken&type=signup', '', { type: 'signup', token: 't0ken' }],
  ['?token_hash=t0ken&type=recovery', '', null], // of another page
  ['?type=signup', '', null],
  ['?token_hash=&type=signup', '', null],
  ['?token_hash=t0ken', '', null],
  ['?tab=sign-up', '', null],
  ['', '#content', null],
  ['', `#${rejected}`, 'expired'],
  [`?${rejected}`, '', 'expired'],
])('an emailed link with %j and %j: %j', (search, hash, link) => {
  expect(readEmailedLink({ search, hash }, ['signup', 'magiclink'])).toEqual(link);
});
