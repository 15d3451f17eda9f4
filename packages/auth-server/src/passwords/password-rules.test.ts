import { dictionary } from '@zxcvbn-ts/language-common';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SETTINGS } from '#auth-server-test/accounts.ts';
import { requireStrongPassword, weaknessOf } from './password-rules.ts';

const ASHA = {
  email: 'leaf.picker@teahouse.example.in',
  user_metadata: { full_name: 'Asha Rao-Iyer', phone: '+91 98200 12345' },
};

const isRefused = (password: string) => weaknessOf(password, ASHA, SETTINGS) !== undefined;

describe('refuses what attackers try first', () => {
  test.each([
    [
      'the shop',
      'aparajita Aparajita1 4p4r4j1t4 @parajita1 atijarapa AparajitaTea BlueTea@123 bluetea1',
    ],
    ['the shop and its tea', 'butterflypea Butterfly-Pea1 butterfly tea@1234 teateatea Tea.Shop.1'],
    [
      'her email',
      'leaf.picker leafpicker1 LeafPicker@12 l3afp1ck3r teahouse1 leaf.picker@teahouse.example.in',
    ],
    ['her name', 'asharao1 Asha@1234 @sh@R@o1 raoasha12 AshaRaoIyer iyer2024! Asha-Rao-1'],
    ['her telephone', '9820012345 98200-12345 asha9820012345'],
    [
      'the commonest words',
      'password P@ssw0rd! P4$$w0rd123 dr0wss@p passwordpassword Welcome@123 letmein123 Admin@1234',
    ],
    [
      'those of India',
      'India@123 Mumbai@2023 Sachin@10 Virat@18 dhoni007 krishna123 jaimatadi Priya@1990 omsairam1',
    ],
    [
      'rows of keys',
      'qwerty123! Qwertyuiop1 asdfgh123 1qaz2wsx3edc zxcvbnm1 qazwsxedc 1q2w3e4r !@#$%^&* asdf;lkj',
    ],
    ['sequences', 'abcd@1234 Abcd1234 12345678 87654321 Abcdefgh1 1234@abcd abc@123456'],
    ['repetitions', 'aaaaaaaa abababab abcabcabc 11112222 20012001 asdasdasd test1test1'],
    ['dates', '15081947 19470815 priya150890 Neha@2001 India@1947 15-08-1947'],
    ['numbers alone', '73918264 583920174 9876543210 20240815123'],
  ])('%s: %s', (_, passwords) => {
    expect(passwords.split(' ').filter((password) => !isRefused(password))).toEqual([]);
  });

  test('a common password is refused in any case, with substitutions and a few characters added', () => {
    const words = [
      'aparajita',
      'password',
      'welcome',
      'leafpicker',
      'princess',
      'qwerty',
      'krishna',
    ];
    const leet: Record<string, string> = { a: '@', e: '3', i: '1', o: '0', s: '$' };
    const around = fc.constantFrom(
      '',
      '1',
      '12',
      '@',
      '!',
      '123',
      '1234',
      '!!',
      '@123',
      '2024',
      '_',
      '01',
    );
    const disguise = fc.array(fc.boolean(), { minLength: 10, maxLength: 10 });
    fc.assert(
      fc.property(
        ...[fc.constantFrom(...words), around, around, disguise, disguise],
        (word, before, after, upper, other) => {
          const written = [...word]
            .map((letter, n) => (other[n] ? (leet[letter] ?? letter) : letter))
            .map((letter, n) => (upper[n] ? letter.toUpperCase() : letter))
            .join('');
          const password = `${before.slice(0, 1)}${written}${after}`;
          fc.pre(password.length >= 8);
          expect(isRefused(password), password).toBe(true);
        },
      ),
      { seed: 1, numRuns: 3000 },
    );
  });
});

describe('accepts what nobody can guess', () => {
  test.each([
    'steep the petals',
    'pour it slowly',
    'correct horse battery staple',
    'correcthorsebatterystaple',
    'mango river 42',
    'purple-Monday7',
    'TrainStation88Lamp',
    'my first tea of May',
    'x7Kp2mQz',
    'k3v9x2mq',
    'gQ7!tRw2',
    'पानी नदी किताब',
    '🌸🍵🌿🐝🪷🍃🌙🔔',
  ])('%s', (password) => {
    expect(weaknessOf(password, ASHA, SETTINGS)).toBeUndefined();
  });

  test('three unrelated words, from any word list', () => {
    const word = fc.constantFrom(
      ...dictionary['diceware-common'].filter(({ length }) => length > 3),
    );
    const between = fc.constantFrom(' ', '-', '.', '_');
    fc.assert(
      fc.property(word, word, word, between, (one, other, third, sign) => {
        fc.pre(new Set([one, other, third]).size === 3);
        const password = [one, other, third].join(sign);
        expect(weaknessOf(password, ASHA, SETTINGS), password).toBeUndefined();
      }),
      { seed: 1, numRuns: 3000 },
    );
  });

  test.each([
    ['abcdefghijklmnopqrstuvwxyz', 8],
    ['abcdefghijklmnopqrstuvwxyz0123456789', 8],
    ['ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789', 8],
    ['abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789!@#$%^&*-_=+?', 8],
    ['ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_', 12],
  ])('of %s, %i at random: at most one in three hundred is refused', (alphabet, length) => {
    const letter = fc.constantFrom(...alphabet);
    const random = fc.array(letter, { minLength: length, maxLength: length });
    const refused = fc
      .sample(random, { seed: 7, numRuns: 3000 })
      .map((letters) => letters.join(''))
      .filter(isRefused);
    expect(refused.length, refused.join(' ')).toBeLessThanOrEqual(length > 8 ? 0 : 10);
  });
});

test('a refusal says why, and what to do instead', () => {
  const toldOf = (password: string) => weaknessOf(password, ASHA, SETTINGS);
  expect(toldOf('short')).toEqual({
    message: 'Password should be at least 8 characters.',
    reasons: ['length'],
  });
  expect(toldOf('😀🚗🍕🎸🌊'), 'five characters, however they are stored').toEqual(toldOf('short'));
  for (const password of ['AparajitaTea', 'Welcome@123', 'leafpicker']) {
    expect(toldOf(password)).toMatchObject({ reasons: ['pwned'] });
    expect(toldOf(password)?.message).toMatch(/easy to guess.*Take three or four words/);
  }
  expect(toldOf('leafpickerteahouse')?.message).toContain('your name, email');
  expect(toldOf('73918264')?.message).toContain('Numbers alone');
});

test('a password made to slow the check down takes no longer than others', () => {
  const slow = [
    'a'.repeat(256),
    '4@8({[</369&#!1/|0$5+7%2/'.repeat(10),
    'p@55w0rd1!'.repeat(25),
    '1l|!'.repeat(64),
    'qwertyuiop'.repeat(25),
    '\ufdfa'.repeat(256), // eighteen letters each, after normalization
    `${'ab'.repeat(100)}x7Kp2mQz`,
  ];
  const before = process.cpuUsage(); // CPU time only: waiting on a busy machine does not count
  for (let round = 0; round < 50; round += 1) for (const password of slow) isRefused(password);
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1_000 / (50 * slow.length), 'milliseconds each').toBeLessThan(10);
  expect(() => requireStrongPassword('x'.repeat(100_000), ASHA, SETTINGS)).toThrow(
    'cannot be longer',
  );
  expect(isRefused(`${'ab'.repeat(100)}x7Kp2mQz`), 'what is strong at its end is strong').toBe(
    false,
  );
});
