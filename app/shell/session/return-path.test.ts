import { expect, test } from 'vitest';
import { returnPath } from './return-path.ts';

test('whom the guard sent away goes back to where they were going', () => {
  expect(returnPath({ from: '/checkout?step=payment' })).toBe('/checkout?step=payment');
});

test('anyone else goes home', () => {
  for (const state of [null, undefined, 'cart', {}, { from: 7 }, { from: '' }]) {
    expect(returnPath(state)).toBe('/');
  }
});

test('nobody leaves the shop', () => {
  for (const from of ['//evil.test', '/\\evil.test', 'https://evil.test', 'javascript:alert(1)']) {
    expect(returnPath({ from })).toBe('/');
  }
});
