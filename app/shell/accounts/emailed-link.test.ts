import { describe, expect, test } from 'vitest';
import { readEmailedLink } from './emailed-link.ts';

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
