import { expect, test } from 'vitest';
import { COMMONEST_PASSWORDS } from '#domain/commonest-passwords.ts';
import { openTestShop, send } from '#test/shop.ts';
import { isCommonPassword } from './password-problem.ts';

const shop = await openTestShop();

async function changeTo(password: string, profile: object) {
  const asha = await shop.newShopper();
  expect((await asha.request('PATCH', '/api/profile', profile)).status).toBe(200);
  const body = { password, current_password: asha.password };
  return asha.request('PUT', '/auth/v1/user', body);
}

const named = { full_name: 'Kusumanjali Dhar' };
const reachedBy = (phone: string) => ({ full_name: 'Asha Rao', phone });

test.each([
  ['telephone number of the profile', reachedBy('9811198111'), 'xq9811198111'],
  ['telephone number, with a country code', reachedBy('+91 98111 98111'), 'xq9811198111'],
  ['name that the profile has since', named, 'Kusumanjali Dhar 1'],
])('a password that is little more than the %s is refused', async (_, profile, password) => {
  const refused = await changeTo(password, profile);
  expect(refused).toMatchObject({
    status: 422,
    body: { code: 'weak_password', weak_password: { reasons: ['pwned'] } },
  });
  expect(refused.body.message).toMatch(/^This is little more than your (name|telephone number)\./);
  expect((await changeTo(password, { full_name: 'Asha Rao' })).status).toBe(200);
});

const signUp = (password: string) => {
  const account = { email: 'leaf.picker@example.com', data: { full_name: 'Asha Rao' } };
  return send(shop.app, 'POST', '/auth/v1/signup', { ...account, password });
};

test.each([
  ['short', 'length'],
  ['x'.repeat(257), 'length'],
  ['Password123', 'pwned'],
  ['leaf.picker1', 'pwned'],
  ['Asha-Rao-99', 'pwned'],
])(
  'an account with the password %s is refused, in the protocol’s words',
  async (password, reason) => {
    expect(await signUp(password)).toMatchObject({
      status: 422,
      body: { code: 'weak_password', weak_password: { reasons: [reason] } },
    });
  },
);

test('among the 100,000 most common passwords are these, and each that the browser knows, and not those', () => {
  const common = '12345678 password1 iloveyou jaimatadi 9876543210 aaaaaaaa 07021954'.split(' ');
  const commonest = COMMONEST_PASSWORDS.trim().split(/\s+/);
  expect(commonest).toHaveLength(1000);
  expect([...common, ...commonest].filter((password) => !isCommonPassword(password))).toEqual([]);
  const others = ['asha@1234', 'sairam123', 'krishna#108', 'rahul12345', 'blue tea 2026!'];
  const parts = ['', '12345678\npassword1', 'asswor', 'password1 '];
  expect([...others, ...parts].filter(isCommonPassword)).toEqual([]);
});
