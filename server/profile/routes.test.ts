import { LONG_TIMEOUTS } from '@aparajita/postgres/testing';
import { beforeEach, describe, expect, test } from 'vitest';
import { HOME } from '#test/checkout.ts';
import { openTestShop, type TestShopper } from '#test/shop.ts';

let asha: TestShopper;

const shop = await openTestShop({ timeouts: LONG_TIMEOUTS });

beforeEach(async () => {
  asha = await shop.newShopper();
});

const read = async (who = asha) => (await who.request('GET', '/api/profile')).body;
const save = (form: object, who = asha) => who.request('PATCH', '/api/profile', form);

test('a profile has the name from sign-up until it is saved; an omitted phone number stays, an empty one is removed', async () => {
  const { userId: id } = asha.shopper;
  const first = await asha.request('GET', '/api/profile');
  expect(first).toMatchObject({ status: 200, body: { id, full_name: 'Asha Rao', phone: null } });
  expect(first.headers.get('cache-control')).toBe('no-store');
  for (const [form, saved] of [
    [
      { full_name: '  Asha R. Rao 🌸 ', phone: '+91 98765 43210' },
      { full_name: 'Asha R. Rao 🌸', phone: '+91 98765 43210' },
    ],
    [{ full_name: 'Asha' }, { full_name: 'Asha', phone: '+91 98765 43210' }],
    [
      { full_name: 'Asha', phone: '' },
      { full_name: 'Asha', phone: null },
    ],
  ] as const) {
    expect(await save(form)).toMatchObject({ status: 200, body: { id, ...saved } });
    expect(await read()).toEqual({ id, ...saved });
  }
});

test('two tabs saving for the first time at once both succeed', async () => {
  const answers = await Promise.all(['One', 'Two'].map((full_name) => save({ full_name })));
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(['One', 'Two']).toContain((await read()).full_name);
});

test('a profile is refused with what is wrong with each field', async () => {
  const answer = await save({ full_name: ' ', phone: '1'.repeat(21) });
  expect(answer).toMatchObject({ status: 400, body: { error: { code: 'invalid_input' } } });
  expect(answer.body.error.fields).toEqual({
    full_name: 'Full name is required',
    phone: 'Must be at most 20 characters',
  });
});

describe('the first address', () => {
  const saveAddress = (change = {}) =>
    asha.request('POST', '/api/addresses', { ...HOME, full_name: 'asha rao', ...change });

  test.each([
    ['sets the phone number of a shopper without one', null, {}, '9876543210'],
    ['sets it also where a profile was saved without one', {}, {}, '9876543210'],
    ['does not change an existing number', { phone: '1234567890' }, {}, '1234567890'],
    ['with another name sets nothing: a gift', null, { full_name: 'Meera Rao' }, null],
    ['that is rejected sets nothing', null, { city: '' }, null],
  ])('%s', async (_, profile, change, phone) => {
    if (profile) await save({ full_name: 'Asha Rao', ...profile });
    await saveAddress(change);
    expect(await read()).toMatchObject({ full_name: 'Asha Rao', phone });
  });

  test('is the only one that sets it, also of two at once: a removed number does not come back', async () => {
    const answers = await Promise.all([saveAddress(), saveAddress({ phone: '1234567890' })]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect(['9876543210', '1234567890']).toContain((await read()).phone);
    await save({ full_name: 'Asha Rao', phone: '' });
    await saveAddress({ phone: '1234567890' });
    expect((await read()).phone).toBeNull();
  });
});
