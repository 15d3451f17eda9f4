import { describe, expect, test } from 'vitest';
import { newPasswordProblem } from './new-password.ts';

const ASHA = { email: 'leaf.picker@example.in', name: 'Asha Rao', phone: '+91 98200-12345' };
const problem = (password: string, owner = ASHA) =>
  newPasswordProblem(password, owner, (listed) => ['password1', 'jaimatadi'].includes(listed));
const reasonOf = (password: string, owner = ASHA) => problem(password, owner)?.reason;

test('a new password has 8 to 256 characters, of any kind', () => {
  const flower = '🌺'; // one character, two UTF-16 units
  expect(problem(flower.repeat(7))).toEqual({
    reason: 'length',
    message: 'Password must be at least 8 characters',
  });
  expect(problem(`🍵${flower.repeat(7)}`)).toBeUndefined();
  expect(problem(`${' '.repeat(7)}.`)).toBeUndefined();
  expect(problem(`🍵${flower.repeat(255)}`)).toBeUndefined();
  expect(problem(flower.repeat(257))?.message).toBe('Password must be at most 256 characters');
});

test.each([
  'password1',
  'PassWord1',
  'ｐａｓｓｗｏｒｄ１',
  'JaiMataDi',
  'Password@1',
  'jai mata di',
])('a common one is refused, in any case or width, or with signs between: %s', (password) => {
  expect(problem(password)).toEqual({
    reason: 'common',
    message: 'Too many people use this password. Choose another one.',
  });
});

test.each([' ', '.', 'A', 'aA', '🌺', 'ａA'])(
  'a single character is common, however often it is repeated: %j',
  (character) => {
    expect(reasonOf(character.repeat(8))).toBe('common');
  },
);

describe('the shopper’s own words', () => {
  test.each([
    ['leaf.picker@example.in', 'your email'],
    ['Leaf_Picker', 'your email'],
    ['leafpicker1!', 'your email'],
    ['Asha-Rao-99', 'your name'],
    ['rao.asha.rao', 'your name'],
    ['ashaashaasha', 'your name'],
    ['9820012345', 'your telephone number'],
    ['+919820012345', 'your telephone number'],
    ['Aparajita1', 'the name of this shop'],
    ['Butterfly Pea!', 'the name of this shop'],
    ['asha@aparajita', 'the name of this shop and your name'],
  ])('%s is refused: it is little more than %s', (password, whose) => {
    expect(problem(password)).toEqual({
      reason: 'own words',
      message: `This is little more than ${whose}. Add another word.`,
    });
  });

  test.each([
    'Asha@1234', // four more digits
    'asha loves tea',
    'leafpickers of Assam',
    'blue tea 2026!',
    'banana royalty', // has 'ana' and 'roy', which are nobody's here
    '🌸🍵🌿🐝asha🪷🍃🌙',
    'aparajita since 1998',
    '!@#$%^&*()',
  ])('%s has more in it', (password) => {
    expect(problem(password)).toBeUndefined();
  });

  test('are nobody else’s, are compared in any script, and are more than initials', () => {
    const iyer = { email: 'iyer@example.in', name: 'K Iyer', phone: '' };
    expect(reasonOf('Asha-Rao-99', iyer)).toBeUndefined();
    const meera = { email: 'm@example.in', name: 'मीरा K', phone: '' };
    expect(reasonOf('मीरा-मीरा-123', meera)).toBe('own words');
    expect(reasonOf('k-k-k-k-k', meera)).toBeUndefined();
    expect(reasonOf('m1m2m3m4', meera)).toBeUndefined();
  });
});
