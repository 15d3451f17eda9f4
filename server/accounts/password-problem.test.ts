import { expect, test } from 'vitest';
import { openTestShop, send } from '#test/shop.ts';

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
    body: { error_code: 'weak_password', weak_password: { reasons: ['pwned'] } },
  });
  expect(refused.body.msg).toMatch(/^This is little more than your (name|telephone number)\./);
});

test.each(['xq9811198111', 'Kusumanjali Dhar 1'])(
  '%s is good for whose profile it is not',
  async (password) => {
    expect((await changeTo(password, { full_name: 'Asha Rao' })).status).toBe(200);
  },
);

const signUp = (password: string) =>
  send(shop.app, 'POST', '/auth/v1/signup', {
    email: 'leaf.picker@example.com',
    password,
    data: { full_name: 'Asha Rao' },
  });

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
      body: { error_code: 'weak_password', weak_password: { reasons: [reason] } },
    });
  },
);

test.each(['Asha@1234', 'Krishna#108', 'Rahul12345', 'blue tea 2026!'])(
  'an ordinary password is good: %s',
  async (password) => {
    expect((await signUp(password)).status).toBe(200);
    await shop.db.owner.query(`delete from auth.users where email = 'leaf.picker@example.com'`);
  },
);
