import { expect, test } from 'vitest';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH, newPasswordProblem } from './password.ts';

// One character, two UTF-16 units.
const FLOWER = '🌺';

test('a new password has 8 to 256 characters, of any kind', () => {
  expect(newPasswordProblem(FLOWER.repeat(MIN_PASSWORD_LENGTH - 1))).toBe(
    'Password must be at least 8 characters',
  );
  expect(newPasswordProblem(FLOWER.repeat(MIN_PASSWORD_LENGTH))).toBeUndefined();
  expect(newPasswordProblem(FLOWER.repeat(MAX_PASSWORD_LENGTH))).toBeUndefined();
  expect(newPasswordProblem(' '.repeat(MIN_PASSWORD_LENGTH))).toBeUndefined();
  expect(newPasswordProblem(FLOWER.repeat(MAX_PASSWORD_LENGTH + 1))).toBe(
    'Password must be at most 256 characters',
  );
});
