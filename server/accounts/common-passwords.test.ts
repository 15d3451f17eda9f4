import { expect, test } from 'vitest';
import { COMMONEST_PASSWORDS } from '#domain/commonest-passwords.ts';
import { isCommonPassword } from './common-passwords.ts';

test.each(['12345678', 'password1', 'iloveyou', 'jaimatadi', '9876543210', 'aaaaaaaa', '07021954'])(
  '%s is among the 100,000 most common passwords',
  (password) => expect(isCommonPassword(password)).toBe(true),
);

test.each(['asha@1234', 'sairam123', '', '12345678\npassword1', 'asswor', 'password1 '])(
  '%j is not',
  (password) => expect(isCommonPassword(password)).toBe(false),
);

test('the browser’s list is a part of the server’s', () => {
  const commonest = COMMONEST_PASSWORDS.trim().split(/\s+/);
  expect(commonest).toHaveLength(1000);
  expect(commonest.filter((password) => !isCommonPassword(password))).toEqual([]);
});
