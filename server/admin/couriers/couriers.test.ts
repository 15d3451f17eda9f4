import { beforeAll, expect, test } from 'vitest';
import { refused } from '#test/checkout.ts';
import { openTestShop, type TestShop, type TestShopper } from '#test/shop.ts';
import { newStaff } from '#test/staff.ts';

let shop: TestShop;
let owner: TestShopper;

beforeAll(async () => {
  shop = await openTestShop();
  owner = await newStaff(shop, 'owner');
});

const URL = 'https://speedy.example.in/{number}';
const form = (name: string, more: object = {}) => ({
  name,
  tracking_url: URL,
  numbered: true,
  active: true,
  ...more,
});
const add = async (name: string): Promise<string> =>
  (await owner.request('POST', '/api/admin/couriers', form(name))).body.id;
const change = (id: string, to: object, seen: object) =>
  owner.request('PATCH', `/api/admin/couriers/${id}`, { ...to, seen });
const logged = async (id: string) =>
  (await owner.request('GET', `/api/admin/audit?subject_type=courier&subject_id=${id}`)).body
    .entries;

test('the audit log has a courier’s former values', async () => {
  const id = await add('Speedy');
  const off = form('Speedy', { active: false, tracking_url: null });
  expect(await change(id, off, form('Speedy'))).toMatchObject({
    status: 200,
    body: { id, ...off },
  });
  expect(await logged(id)).toMatchObject([
    { verb: 'change_courier', before: form('Speedy'), after: off },
    { verb: 'add_courier', before: null, after: form('Speedy') },
  ]);
});

test('a save based on outdated values is refused', async () => {
  const id = await add('Swift');
  const both = await Promise.all(
    ['Swift A', 'Swift B'].map((name) => change(id, form(name), form('Swift'))),
  );
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(both.find(({ status }) => status === 409)).toMatchObject(
    refused(409, 'changed_meanwhile'),
  );
  expect(await logged(id)).toHaveLength(2);
});

test('repeating a change after a lost answer changes nothing', async () => {
  const id = await add('Brisk');
  const again = () => change(id, form('Brisk 2'), form('Brisk'));
  expect((await again()).status).toBe(200);
  expect((await again()).status).toBe(200);
  expect(await logged(id)).toHaveLength(2);
});

test('repeating an addition after a lost answer adds nothing', async () => {
  const id = await add('Prompt');
  expect(await add('Prompt')).toBe(id);
  expect(await logged(id)).toHaveLength(1);
  const other = form('Prompt', { active: false });
  const taken = await owner.request('POST', '/api/admin/couriers', other);
  expect(taken.body.error.fields).toEqual({ name: 'There is a courier of this name' });
});

test('a courier’s name that is taken is refused at its field, an unknown courier is not found', async () => {
  const id = await add('Fleet');
  const taken = await change(id, form('Speedy'), form('Fleet'));
  expect(taken.body.error.fields).toEqual({ name: 'There is a courier of this name' });
  const nobody = await change(crypto.randomUUID(), form('Nobody'), form('Nobody'));
  expect(nobody).toMatchObject(refused(404, 'not_found'));
});

test('a courier is marked as one without tracking numbers, which the next save may take back', async () => {
  const id = await add('On foot');
  const none = form('On foot', { tracking_url: null, numbered: false });
  expect((await change(id, none, form('On foot'))).body).toMatchObject({ numbered: false });
  expect((await change(id, form('On foot'), none)).body).toMatchObject({ numbered: true });
});
