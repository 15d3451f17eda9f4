import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Answer, openTestShop, send, type TestShop, type TestShopper } from '#test/shop.ts';
import { tableFingerprints } from '#test/table-fingerprints.ts';

const HOME = {
  full_name: 'Asha Rao',
  phone: '+91 98765-43210',
  address_line1: '12 Hill Road',
  city: 'Mumbai',
  state: 'Maharashtra',
  postal_code: '400050',
};

let shop: TestShop;
let asha: TestShopper;

beforeAll(async () => {
  shop = await openTestShop();
});

beforeEach(async () => {
  asha = await shop.newShopper();
});

describe('2xx', () => {
  test('a new shopper has no addresses', async () => {
    expect(await asha.request('GET', '/api/addresses')).toMatchObject({ status: 200, body: [] });
  });

  test('a saved address is returned unchanged; the country defaults to India, is_default to false', async () => {
    const saved = await save();
    expect(saved.status).toBe(201);
    expect(saved.body).toEqual({
      ...HOME,
      id: expect.any(String),
      address_line2: null,
      country: 'India',
      is_default: false,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    });
    expect((await asha.request('GET', '/api/addresses')).body).toEqual([saved.body]);
  });

  test('names and places may be written in any script', async () => {
    const words = { full_name: 'आशा राव', city: 'मुंबई', address_line2: 'घर “नीला” 🏡' };
    expect((await save(words)).body).toMatchObject(words);
  });

  test('surrounding spaces are trimmed, an empty second line becomes null', async () => {
    const { body } = await save({ city: '  Pune ', address_line2: '   ' });
    expect(body).toMatchObject({ city: 'Pune', address_line2: null });
  });

  test('a telephone number and a postal code are kept in ASCII, however they were typed', async () => {
    const typed = {
      full_name: 'श्रीमती आशा राव\u202e',
      phone: '＋९१ ९८७६५\u201143210\u202c',
      postal_code: ' ४०० ०५०\u200b',
      address_line1: 'मकान नं. १२\r\nगली ३',
      city: 'मुंबई',
    };
    const kept = {
      full_name: 'श्रीमती आशा राव',
      phone: '+91 98765-43210',
      postal_code: '400 050',
      address_line1: 'मकान नं. 12 गली 3',
      city: 'मुंबई',
    };
    const { status, body } = await save(typed);
    expect({ status, body }).toMatchObject({ status: 201, body: kept });
    const changed = await asha.request('PATCH', `/api/addresses/${body.id}`, {
      phone: '98765.43211',
    });
    expect(changed.body).toMatchObject({ ...kept, phone: '98765-43211' });
    const profile = { full_name: 'आशा', phone: '९८७६५–४३२१०' };
    expect((await asha.request('PATCH', '/api/profile', profile)).body).toMatchObject({
      full_name: 'आशा',
      phone: '98765-43210',
    });
  });

  test('the default is first, then the newest', async () => {
    await save({ city: 'First' });
    await save({ city: 'Second', is_default: true });
    await save({ city: 'Third' });
    expect(await cities()).toEqual(['Second', 'Third', 'First']);
  });

  test('making one the default clears the flag on the others, on create and on update', async () => {
    const { body: first } = await save({ city: 'First', is_default: true });
    await save({ city: 'Second', is_default: true });
    expect(await defaults()).toEqual(['Second']);
    await asha.request('PATCH', `/api/addresses/${first.id}`, { is_default: true });
    expect(await defaults()).toEqual(['First']);
  });

  test('concurrent new defaults leave exactly one default, and none fails', async () => {
    for (let round = 0; round < 5; round++) {
      const answers = await Promise.all(
        ['A', 'B', 'C', 'D'].map((city) => save({ city, is_default: true })),
      );
      expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
      expect(await defaults()).toHaveLength(1);
    }
  });

  test('concurrent updates of the default leave exactly one, and none fails', async () => {
    const saved = await Promise.all(['A', 'B', 'C', 'D'].map((city) => save({ city })));
    for (let round = 0; round < 5; round++) {
      const answers = await Promise.all(
        saved.map(({ body }) =>
          asha.request('PATCH', `/api/addresses/${body.id}`, { is_default: true }),
        ),
      );
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      expect(await defaults()).toHaveLength(1);
    }
  });

  test('one shopper’s default does not affect another’s', async () => {
    const bina = await shop.newShopper();
    await save({ city: 'Hers', is_default: true });
    await bina.request('POST', '/api/addresses', { ...HOME, is_default: true });
    expect(await defaults()).toEqual(['Hers']);
  });

  test('the default can be unset', async () => {
    const { body } = await save({ is_default: true });
    await asha.request('PATCH', `/api/addresses/${body.id}`, { is_default: false });
    expect(await defaults()).toEqual([]);
  });

  test('only the given fields change', async () => {
    const { body: before } = await save({ address_line2: 'Flat 3', is_default: true });
    const answer = await asha.request('PATCH', `/api/addresses/${before.id}`, { city: 'Pune' });
    expect(answer).toMatchObject({ status: 200, body: { ...before, city: 'Pune' } });
    const nothing = await asha.request('PATCH', `/api/addresses/${before.id}`, {});
    expect(nothing).toMatchObject({ status: 200, body: { ...before, city: 'Pune' } });
  });

  test('an empty second line removes it', async () => {
    const { body } = await save({ address_line2: 'Flat 3' });
    const answer = await asha.request('PATCH', `/api/addresses/${body.id}`, { address_line2: '' });
    expect(answer.body.address_line2).toBeNull();
  });

  test('a deleted address is gone; an order sent to it keeps its copy', async () => {
    const { body: address } = await save();
    await asha.request('POST', '/api/cart/items', { product_id: '1', quantity: 1 });
    const placed = await asha.request(
      'POST',
      '/api/orders',
      { shipping_address_id: address.id, payment_method: 'cod', total_amount: 499 },
      { 'idempotency-key': randomUUID() },
    );
    expect(placed.status).toBe(201);

    await asha.request('PATCH', `/api/addresses/${address.id}`, { city: 'Moved' });
    const deleted = await asha.request('DELETE', `/api/addresses/${address.id}`);
    expect(deleted).toMatchObject({ status: 204, body: null });
    expect((await asha.request('GET', '/api/addresses')).body).toEqual([]);
    const order = await asha.request('GET', `/api/orders/${placed.body.id}`);
    expect(order.body).toMatchObject({
      shipping_address_id: null,
      shipping_address: { ...HOME, address_line2: null, country: 'India' },
    });
  });
});

describe('the answer is 400 for', () => {
  test.each([
    ['full_name', '', 'Full name is required'],
    ['phone', '123456789', 'Phone number must be at least 10 digits'],
    ['phone', '   123456789   ', 'Phone number must be at least 10 digits'],
    ['phone', '1'.repeat(21), 'Must be at most 20 characters'],
    ['address_line1', ' ', 'Address is required'],
    ['address_line1', 'x'.repeat(201), 'Must be at most 200 characters'],
    ['address_line2', 'x'.repeat(201), 'Must be at most 200 characters'],
    ['city', '', 'City is required'],
    ['state', '', 'State is required'],
    ['postal_code', '', 'Postal code is required'],
    ['postal_code', '1'.repeat(21), 'Must be at most 20 characters'],
    ['country', '', 'Country is required'],
  ])('%s %o: %s', async (field, value, message) => {
    const { body: existing } = await save();
    for (const answer of [
      await save({ [field]: value }),
      await asha.request('PATCH', `/api/addresses/${existing.id}`, { [field]: value }),
    ]) {
      expect(answer).toMatchObject({
        status: 400,
        body: { error: { code: 'invalid_input', fields: { [field]: message } } },
      });
    }
    expect((await asha.request('GET', '/api/addresses')).body).toEqual([existing]);
  });

  test('missing fields, and names all of them', async () => {
    const answer = await asha.request('POST', '/api/addresses', {});
    expect(answer.body.error.fields).toEqual({
      full_name: 'Full name is required',
      phone: 'Phone number must be at least 10 digits',
      address_line1: 'Address is required',
      city: 'City is required',
      state: 'State is required',
      postal_code: 'Postal code is required',
    });
  });

  test.each(['user_id', 'id', 'created_at'])('a body with %s', async (field) => {
    const answer = await save({ [field]: randomUUID() });
    expect(answer).toMatchObject({ status: 400 });
    expect(Object.keys(answer.body.error.fields)).toEqual([field]);
  });
});

describe('the answer is 401 for', () => {
  test.each([
    ['GET', '/api/addresses', undefined],
    ['POST', '/api/addresses', HOME],
    ['PATCH', `/api/addresses/${randomUUID()}`, { city: 'Pune' }],
    ['DELETE', `/api/addresses/${randomUUID()}`, undefined],
  ])('%s %s without signing in', async (method, path, body) => {
    const answer = await send(shop.app, method, path, body);
    expect(answer).toMatchObject({ status: 401, body: { error: { code: 'not_signed_in' } } });
  });
});

describe('the answer is 404 for', () => {
  const NOT_FOUND = { status: 404, body: { error: { code: 'address_not_found' } } };

  test('changing or deleting an address that does not exist', async () => {
    const path = `/api/addresses/${randomUUID()}`;
    expect(await asha.request('PATCH', path, { city: 'Pune' })).toMatchObject(NOT_FOUND);
    expect(await asha.request('PATCH', path, {})).toMatchObject(NOT_FOUND);
    expect(await asha.request('DELETE', path)).toMatchObject(NOT_FOUND);
  });

  test('another shopper’s address, which does not change', async () => {
    const bina = await shop.newShopper();
    const { body } = await save({ is_default: true });
    const before = await tableFingerprints(shop.db.owner);
    const path = `/api/addresses/${body.id}`;
    expect(await bina.request('PATCH', path, { city: 'Taken' })).toMatchObject(NOT_FOUND);
    expect(await bina.request('PATCH', path, { is_default: true })).toMatchObject(NOT_FOUND);
    expect(await bina.request('PATCH', path, {})).toMatchObject(NOT_FOUND);
    expect(await bina.request('DELETE', path)).toMatchObject(NOT_FOUND);
    expect((await bina.request('GET', '/api/addresses')).body).toEqual([]);
    expect(await tableFingerprints(shop.db.owner)).toEqual(before);
  });
});

describe('the answer is 409 because', () => {
  test('a shopper cannot save more than fifty addresses', async () => {
    await shop.db.owner.query(
      `insert into addresses (user_id, full_name, phone, address_line1, city, state, postal_code)
       select $1, 'X', '9876543210', 'X', 'X', 'X', 'X' from generate_series(1, 49)`,
      [asha.shopper.userId],
    );
    expect(await save()).toMatchObject({ status: 201 });
    expect(await save()).toMatchObject({
      status: 409,
      body: { error: { code: 'too_many_addresses' } },
    });
  });

  test('nor by saving several at once', async () => {
    await shop.db.owner.query(
      `insert into addresses (user_id, full_name, phone, address_line1, city, state, postal_code)
       select $1, 'X', '9876543210', 'X', 'X', 'X', 'X' from generate_series(1, 45)`,
      [asha.shopper.userId],
    );
    const answers = await Promise.all(Array.from({ length: 20 }, () => save()));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(15);
    expect(await list()).toHaveLength(50);
  });
});

function save(change: object = {}): Promise<Answer> {
  return asha.request('POST', '/api/addresses', { ...HOME, ...change });
}

type Read = { city: string; is_default: boolean };

async function list(): Promise<Read[]> {
  return (await asha.request('GET', '/api/addresses')).body;
}

async function cities(): Promise<string[]> {
  return (await list()).map(({ city }) => city);
}

async function defaults(): Promise<string[]> {
  return (await list()).filter((address) => address.is_default).map(({ city }) => city);
}
