import { expect, test } from 'vitest';
import { freeName } from './free-name.ts';

test('suggests the first unused name for a new second factor', () => {
  expect(freeName('Passkey', [])).toBe('Passkey');
  expect(freeName('Passkey', ['Pixel'])).toBe('Passkey');
  expect(freeName('Passkey', ['Passkey', 'Passkey 2', 'Passkey 4'])).toBe('Passkey 3');
});
