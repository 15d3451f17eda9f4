import { expect, test } from 'vitest';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '#domain/password.ts';
import { LoginForm, Password, ResetPasswordForm } from './auth.ts';

// One character, two UTF-16 units.
const FLOWER = '🌺';

test('a password’s characters are counted as the auth server counts them', () => {
  expect(Password.safeParse(FLOWER.repeat(MIN_PASSWORD_LENGTH - 1)).success).toBe(false);
  expect(Password.safeParse(FLOWER.repeat(MIN_PASSWORD_LENGTH)).success).toBe(true);
  expect(Password.safeParse(FLOWER.repeat(MAX_PASSWORD_LENGTH)).success).toBe(true);
  expect(Password.safeParse(FLOWER.repeat(MAX_PASSWORD_LENGTH + 1)).success).toBe(false);
});

test('a short password is told in the words of the specification', () => {
  const parsed = LoginForm.safeParse({ email: 'asha@example.com', password: 'short' });
  expect(parsed.error?.issues.map(({ message }) => message)).toEqual([
    'Password must be at least 8 characters',
  ]);
});

test('a new password that is too short and differs from its repetition is told at both fields', () => {
  const parsed = ResetPasswordForm.safeParse({ password: 'short', confirm_password: 'shorter' });
  expect(parsed.error?.issues.map(({ path, message }) => [...path, message])).toEqual([
    ['password', 'Password must be at least 8 characters'],
    ['confirm_password', "Passwords don't match"],
  ]);
});
