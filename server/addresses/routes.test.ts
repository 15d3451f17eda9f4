import { LONG_TIMEOUTS } from '@aparajita/postgres/testing';
import { beforeEach, expect, test } from 'vitest';
import { submit, toCheckout, HOME as WHOLE_HOME } from '#test/checkout.ts';
import { openTestShop, type TestShopper } from '#test/shop.ts';

const { address_line2: _, country: __, ...HOME } = WHOLE_HOME;
let asha: TestShopper;

const shop = await openTestShop({ timeouts: LONG_TIMEOUTS });

beforeEach(async () => {
  asha = await shop.newShopper();
});

const save = (change: object = {}, who = asha) =>
  who.request('POST', '/api/addresses', { ...HOME, ...change });
const change = (id: string, fields: object) =>
  asha.request('PATCH', `/api/addresses/${id}`, fields);
const list = async (): Promise<{ city: string; is_default: boolean }[]> =>
  (await asha.request('GET', '/api/addresses')).body;

test('a saved address is returned trimmed; the country defaults to India, is_default to false', async () => {
  expect(await list()).toEqual([]);
  const saved = await save({ city: '  Pune ', address_line2: '   ' });
  expect(saved.status).toBe(201);
  expect(saved.body).toEqual({
    ...HOME,
    city: 'Pune',
    id: expect.any(String),
    address_line2: null,
    country: 'India',
    is_default: false,
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
  });
  expect(await list()).toEqual([saved.body]);
});

test.each(['Asha 🌸👩‍👩‍👧‍👦🇮🇳', '𠮷野家 𝒜𝓈𝒽𝒶', `O'Neil "\\" ''; drop table addresses; --`])(
  '%s is stored unchanged',
  async (odd) => {
    const { status, body } = await save({ full_name: odd, address_line1: odd, city: odd });
    expect({ status, body }).toMatchObject({ status: 201, body: { full_name: odd, city: odd } });
    expect(await list()).toEqual([body]);
  },
);

test('the default is first, then the newest; a new default, saved or changed, is the only one of its shopper', async () => {
  const bina = await shop.newShopper();
  const { body: first } = await save({ city: 'First' });
  await save({ city: 'Second', is_default: true });
  await save({ city: 'Third' });
  await save({ is_default: true }, bina);
  const shown = async () =>
    (await list()).map(({ city, is_default }) => (is_default ? `${city}*` : city));
  expect(await shown()).toEqual(['Second*', 'Third', 'First']);
  await change(first.id, { is_default: true });
  expect(await shown()).toEqual(['First*', 'Third', 'Second']);
  await save({ city: 'Fourth', is_default: true });
  expect(await shown()).toEqual(['Fourth*', 'Third', 'Second', 'First']);
  await change(first.id, { is_default: true });
  await change(first.id, { is_default: false });
  expect(await shown()).toEqual(['Fourth', 'Third', 'Second', 'First']);
});

test('only the given fields change; an empty second line removes it', async () => {
  const { body: before } = await save({ address_line2: 'Flat 3', is_default: true });
  for (const [fields, after] of [
    [{ city: 'Pune' }, { ...before, city: 'Pune' }],
    [{}, { ...before, city: 'Pune' }],
    [{ address_line2: '' }, { ...before, city: 'Pune', address_line2: null }],
  ]) {
    expect(await change(before.id, fields)).toMatchObject({ status: 200, body: after });
  }
});

test('a deleted address is gone; an order sent to it keeps its copy', async () => {
  const order = await toCheckout(asha, [['1', 1]]);
  const { body: placed } = await submit(asha, order);
  const path = `/api/addresses/${order.shipping_address_id}`;
  expect(await asha.request('DELETE', path)).toMatchObject({ status: 204, body: null });
  expect(await list()).toEqual([]);
  const { body } = await asha.request('GET', `/api/orders/${placed.id}`);
  expect(body).toMatchObject({ shipping_address_id: null, shipping_address: WHOLE_HOME });
});

test('an address with wrong fields is refused, new or changed, with what is wrong with each', async () => {
  const { body: existing } = await save();
  const required = {
    full_name: 'Full name is required',
    phone: 'Phone number must be at least 10 digits',
    address_line1: 'Address is required',
    city: 'City is required',
    state: 'State is required',
    postal_code: 'Postal code is required',
  };
  const tooLong = (length: number) => `Must be at most ${length} characters`;
  const limits = { full_name: 100, phone: 20, address_line1: 200, address_line2: 200, city: 100 };
  const each = Object.entries({ ...limits, state: 100, postal_code: 20, country: 100 });
  const long = Object.fromEntries(each.map(([field, n]) => [field, '1'.repeat(n + 1)]));
  const empty = Object.fromEntries(Object.keys(required).map((field) => [field, ' ']));
  const refusals: [object, object][] = [
    [
      { ...empty, country: '', phone: '   123456789   ' },
      { ...required, country: 'Country is required' },
    ],
    [long, Object.fromEntries(each.map(([field, n]) => [field, tooLong(n)]))],
  ];
  for (const [fields, messages] of refusals) {
    for (const answer of [await save(fields), await change(existing.id, fields)]) {
      expect(answer).toMatchObject({ status: 400, body: { error: { code: 'invalid_input' } } });
      expect(answer.body.error.fields).toEqual(messages);
    }
  }
  expect(await list()).toEqual([existing]);
});

test('a shopper cannot save more than fifty addresses, nor by saving several at once', async () => {
  await shop.db.owner.query(
    `insert into addresses (user_id, full_name, phone, address_line1, city, state, postal_code)
     select $1, 'X', '9876543210', 'X', 'X', 'X', 'X' from generate_series(1, 45)`,
    [asha.shopper.userId],
  );
  const answers = await Promise.all(Array.from({ length: 8 }, () => save()));
  const outcomes = answers.map(({ status, body }) => body.error?.code ?? status).sort();
  expect(outcomes).toEqual([...Array(5).fill(201), ...Array(3).fill('too_many_addresses')]);
  expect(await list()).toHaveLength(50);
});

test('tabs that make different addresses the default at once all succeed, and one is the default', async () => {
  const ids: string[] = [];
  for (const city of ['Pune', 'Nashik']) ids.push((await save({ city, is_default: true })).body.id);
  for (let round = 0; round < 5; round += 1) {
    const answers = await Promise.all([
      ...[...ids, ...ids].map((id) => change(id, { is_default: true })),
      save({ is_default: true }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 201]);
    expect((await list()).filter(({ is_default }) => is_default)).toHaveLength(1);
  }
});
