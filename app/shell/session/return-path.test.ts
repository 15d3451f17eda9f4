import { expect, test } from 'vitest';
import { returnPath } from './return-path.ts';

test('returns to the page from which the guard redirected', () => {
  expect(returnPath({ from: '/checkout?step=payment' })).toBe('/checkout?step=payment');
});

test('goes to the home page otherwise', () => {
  for (const state of [null, undefined, 'cart', {}, { from: 7 }, { from: '' }]) {
    expect(returnPath(state)).toBe('/');
  }
});

test('never leaves the shop', () => {
  for (const from of ['//evil.test', '/\\evil.test', 'https://evil.test', 'javascript:alert(1)']) {
    expect(returnPath({ from })).toBe('/');
  }
});
