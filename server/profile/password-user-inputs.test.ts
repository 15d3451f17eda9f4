import { expect, test } from 'vitest';
import { openTestShop } from '#test/shop.ts';

const shop = await openTestShop();

const name = { full_name: 'Kusumanjali Dhar' };
const phone = (typed: string) => ({ full_name: 'Asha Rao', phone: typed });

test.each([
  ['the telephone number of the profile', phone('9811198111'), 'xq9811198111'],
  ['it, typed with a country code', phone('+91 98111 98111'), 'xq9811198111'],
  ['the name that the profile has since', name, 'Kusumanjali Dhar 1'],
])('a password made of %s is refused', async (_, profile, password) => {
  const asha = await shop.newShopper();
  expect((await asha.request('PATCH', '/api/profile', profile)).status).toBe(200);
  const body = { password, current_password: asha.password };
  const refused = await asha.request('PUT', '/auth/v1/user', body);
  expect(refused).toMatchObject({ status: 422, body: { error_code: 'weak_password' } });
  expect(refused.body.msg).toMatch(/easy to guess/);
});

test.each(['xq9811198111', 'Kusumanjali Dhar 1'])(
  '%s is good for whose profile it is not',
  async (password) => {
    const asha = await shop.newShopper();
    const body = { password, current_password: asha.password };
    expect((await asha.request('PUT', '/auth/v1/user', body)).status).toBe(200);
  },
);
