import { beforeEach, describe, expect, test } from 'vitest';
import { refused, resetShop, submit, toCheckout } from '#test/checkout.ts';
import { openStaffedShop } from '#test/staff.ts';

const { shop, owner, accountant, packer, rows } = await openStaffedShop();

beforeEach(async () => {
  await shop.db.owner.query('delete from coupons; delete from audit_log');
  await resetShop(shop.db.owner);
});

const FORM = {
  ...{ code: 'DIWALI20', kind: 'percent', value: 20, most: 200, minimum: 400, products: ['1'] },
  ...{ starts: null, until: '2099-12-31', max_uses: 2, max_uses_each: 1 },
  ...{ first_order: false, online_only: false },
};
const create = (form: object = {}, who = owner) =>
  who.request('POST', '/api/admin/coupons', { ...FORM, ...form });
const change = (action: string, code = 'DIWALI20', who = owner) =>
  who.request('PATCH', `/api/admin/coupons/${code}`, { action });
const list = async (who = owner) => (await who.request('GET', '/api/admin/coupons')).body;
const logged = () => rows('select verb, subject_id from audit_log order by id');
const orderWith = async (total_amount: number) => {
  const asha = await shop.newShopper();
  const order = await toCheckout(asha, [['1', 1]]);
  return submit(asha, { ...order, total_amount, coupon_code: 'DIWALI20' });
};

test('an owner creates a code, sees what it has sold, pauses, resumes and ends it, and the log says so', async () => {
  const created = await create({ code: 'diwali-20' });
  const { starts } = created.body;
  expect(created).toMatchObject({ status: 201, body: { ...FORM, starts, state: 'open', uses: 0 } });
  expect(starts).toMatch(/^20\d\d-\d\d-\d\d$/);
  expect((await orderWith(399.2)).status).toBe(201);
  expect(await list()).toEqual({
    coupons: [{ ...created.body, uses: 1, discount: 99.8 }],
    newsletter: { given: 0, uses: 0, discount: 0 },
  });
  expect((await change('pause')).body.state).toBe('paused');
  expect(await orderWith(399.2)).toMatchObject(refused(409, 'code_refused'));
  expect((await change('resume')).body.state).toBe('open');
  expect((await orderWith(399.2)).status).toBe(201);
  expect((await list()).coupons).toMatchObject([{ state: 'used_up', uses: 2, discount: 199.6 }]);
  expect((await change('end')).body.state).toBe('ended');
  expect((await change('end')).status).toBe(200);
  expect(await change('resume')).toMatchObject(refused(409, 'changed_meanwhile'));
  expect(await logged()).toEqual(
    ['create', 'pause', 'resume', 'end'].map((verb) => ({
      verb: `${verb}_coupon`,
      subject_id: 'DIWALI20',
    })),
  );
});

test('a form that is sent again creates one code; another code of that name is refused', async () => {
  await create();
  expect((await create()).status).toBe(201);
  expect(await create({ value: 30 })).toMatchObject({
    body: { error: { code: 'invalid_input', fields: { code: expect.anything() } } },
  });
  expect((await list()).coupons).toHaveLength(1);
  expect(await logged()).toHaveLength(1);
});

test.each([
  ['value', { value: 101 }],
  ['value', { value: 12.5 }],
  ['value', { kind: 'amount', value: 0 }],
  ['until', { until: '2020-01-01' }],
  ['until', { until: '2099-02-30x' }],
  ['products', { products: [] }],
  ['max_uses', { max_uses: 0 }],
])('what is no %s is said at its field', async (field, form) => {
  expect(await create(form)).toMatchObject({
    status: 400,
    body: { error: { fields: { [field]: expect.anything() } } },
  });
});

describe('accountants see codes and change none; packers see none', () => {
  test('in the API', async () => {
    await create();
    expect((await list(accountant)).coupons).toHaveLength(1);
    expect((await create({ code: 'OTHER' }, accountant)).status).toBe(403);
    expect((await change('end', 'DIWALI20', accountant)).status).toBe(403);
    expect((await packer.request('GET', '/api/admin/coupons')).status).toBe(403);
  });
});

test('a personal code of the newsletter is no row of the list, only of its sum, and nobody can end it', async () => {
  await rows(
    `insert into coupons (code, kind, value, personal) values ('TEA23456789', 'percent', 10, true)`,
  );
  expect(await list()).toEqual({
    coupons: [],
    newsletter: { given: 1, uses: 0, discount: 0 },
  });
  expect(await change('end', 'TEA23456789')).toMatchObject(refused(404, 'not_found'));
});
