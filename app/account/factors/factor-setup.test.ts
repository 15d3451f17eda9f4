import { expect, test } from 'vitest';
import { uniqueName } from './factor-setup.tsx';

test('suggests the first unused name for a new second factor', () => {
  expect(uniqueName('Passkey', [])).toBe('Passkey');
  expect(uniqueName('Passkey', ['Pixel'])).toBe('Passkey');
  expect(uniqueName('Passkey', ['Passkey', 'Passkey 2', 'Passkey 4'])).toBe('Passkey 3');
});
