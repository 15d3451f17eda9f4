import { expect, test } from 'vitest';
import { judgePassword } from './judge-password.tsx';

test.each([
  ['a', '7 more characters', false],
  ['steep t', '1 more character', false],
  ['password123', 'Too many people use this password. Choose another one.', true],
  ['Asha Rao 1', 'This is little more than your name. Add another word.', true],
  ['steep the petals', 'Long enough', false],
])('of %j a shopper reads while typing: %s', (typed, text, refused) => {
  expect(judgePassword(typed, { name: 'Asha Rao', email: 'asha@example.in' })).toEqual({
    text,
    refused,
  });
});
