import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openTestShop, send, type TestShop, type TestShopper } from '#test/shop.ts';

let shop: TestShop;
let asha: TestShopper;

beforeAll(async () => {
  shop = await openTestShop();
});

beforeEach(async () => {
  asha = await shop.newShopper();
});

describe('200', () => {
  test('before it is first saved, a profile has the name from sign-up', async () => {
    const answer = await asha.request('GET', '/api/profile');
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ id: asha.shopper.userId, full_name: 'Asha Rao', phone: null });
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  test('a saved profile is returned unchanged', async () => {
    const form = { full_name: 'Asha R. Rao 🌸', phone: '+91 98765 43210' };
    const saved = await asha.request('PATCH', '/api/profile', form);
    expect(saved).toMatchObject({ status: 200, body: { id: asha.shopper.userId, ...form } });
    expect((await asha.request('GET', '/api/profile')).body).toEqual(saved.body);
  });

  test('an omitted phone number stays, an empty one is removed', async () => {
    await asha.request('PATCH', '/api/profile', { full_name: 'Asha', phone: '9876543210' });
    expect(
      (await asha.request('PATCH', '/api/profile', { full_name: 'Asha Rao' })).body,
    ).toMatchObject({
      full_name: 'Asha Rao',
      phone: '9876543210',
    });
    expect(
      (await asha.request('PATCH', '/api/profile', { full_name: 'Asha Rao', phone: '' })).body,
    ).toMatchObject({ phone: null });
  });

  test('spaces around a name are trimmed', async () => {
    const { body } = await asha.request('PATCH', '/api/profile', { full_name: '  Asha  ' });
    expect(body.full_name).toBe('Asha');
  });

  test('two tabs saving for the first time at once both succeed', async () => {
    const answers = await Promise.all(
      ['One', 'Two'].map((full_name) => asha.request('PATCH', '/api/profile', { full_name })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(['One', 'Two']).toContain((await asha.request('GET', '/api/profile')).body.full_name);
  });
});

describe('the first address', () => {
  const HOME = {
    full_name: 'asha rao',
    phone: '9876543210',
    address_line1: '12 Hill Road',
    city: 'Mumbai',
    state: 'Maharashtra',
    postal_code: '400050',
  };
  const save = (change = {}) => asha.request('POST', '/api/addresses', { ...HOME, ...change });
  const phone = async () => (await asha.request('GET', '/api/profile')).body.phone;

  test('sets the phone number of a shopper without one', async () => {
    await save();
    expect((await asha.request('GET', '/api/profile')).body).toEqual({
      id: asha.shopper.userId,
      full_name: 'Asha Rao',
      phone: '9876543210',
    });
  });

  test('sets it also where a profile was saved without one', async () => {
    await asha.request('PATCH', '/api/profile', { full_name: 'Asha Rao' });
    await save();
    expect(await phone()).toBe('9876543210');
  });

  test('does not change an existing number', async () => {
    await asha.request('PATCH', '/api/profile', { full_name: 'Asha Rao', phone: '1234567890' });
    await save();
    expect(await phone()).toBe('1234567890');
  });

  test('with another name sets nothing: it may be for a gift', async () => {
    await save({ full_name: 'Meera Rao' });
    expect(await phone()).toBeNull();
  });

  test('is the only one that sets it: a removed number does not come back', async () => {
    await save();
    await asha.request('PATCH', '/api/profile', { full_name: 'Asha Rao', phone: '' });
    await save({ phone: '1234567890' });
    expect(await phone()).toBeNull();
  });

  test('saved twice at once gives two addresses and one number', async () => {
    const answers = await Promise.all([save(), save({ phone: '1234567890' })]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect(['9876543210', '1234567890']).toContain(await phone());
  });

  test('that is rejected sets nothing', async () => {
    await save({ city: '' });
    expect(await phone()).toBeNull();
  });
});

describe('400', () => {
  test.each([
    [{}, { full_name: 'Full name is required' }],
    [{ full_name: '  ' }, { full_name: 'Full name is required' }],
    [{ full_name: 'x'.repeat(101) }, { full_name: 'Must be at most 100 characters' }],
    [{ full_name: 'Asha', phone: '1'.repeat(21) }, { phone: 'Must be at most 20 characters' }],
  ])('%o is rejected with its wrong fields', async (form, fields) => {
    const answer = await asha.request('PATCH', '/api/profile', form);
    expect(answer).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid_input', fields } },
    });
  });

  test('the email address and the id cannot be changed here', async () => {
    const answer = await asha.request('PATCH', '/api/profile', {
      full_name: 'Asha',
      email: 'other@example.com',
      id: asha.shopper.userId,
    });
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body.error.fields).sort()).toEqual(['email', 'id']);
  });
});

describe('the answer is 401 for', () => {
  test.each([
    ['GET', undefined],
    ['PATCH', { full_name: 'Asha' }],
  ])('%s without signing in', async (method, body) => {
    const answer = await send(shop.app, method, '/api/profile', body);
    expect(answer).toMatchObject({ status: 401, body: { error: { code: 'not_signed_in' } } });
  });

  test('a shopper who has just signed out', async () => {
    await asha.request('POST', '/auth/v1/logout');
    expect(await asha.request('PATCH', '/api/profile', { full_name: 'Late' })).toMatchObject({
      status: 401,
    });
    const { rowCount } = await shop.db.owner.query('select from profiles where id = $1', [
      asha.shopper.userId,
    ]);
    expect(rowCount).toBe(0);
  });
});

describe('another shopper', () => {
  test('has a separate profile', async () => {
    const bina = await shop.newShopper();
    await asha.request('PATCH', '/api/profile', { full_name: 'Asha', phone: '9876543210' });
    await bina.request('PATCH', '/api/profile', { full_name: 'Bina' });
    expect((await asha.request('GET', '/api/profile')).body).toMatchObject({ full_name: 'Asha' });
    expect((await bina.request('GET', '/api/profile')).body).toMatchObject({
      full_name: 'Bina',
      phone: null,
    });
  });
});
