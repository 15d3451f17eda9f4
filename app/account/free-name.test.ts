import { expect, test } from 'vitest';
import { freeName } from './free-name.ts';

test('a new second factor is offered the first name that is free', () => {
  expect(freeName('Passkey', [])).toBe('Passkey');
  expect(freeName('Passkey', ['Pixel'])).toBe('Passkey');
  expect(freeName('Passkey', ['Passkey', 'Passkey 2', 'Passkey 4'])).toBe('Passkey 3');
});
