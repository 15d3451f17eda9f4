import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import type { AdminCoupon } from '#contract/admin/coupons.ts';
import { AppError } from '#contract/errors.ts';
import { openAdmin } from '#test/component/admin.tsx';
import type { Handlers } from '#test/component/fake-api.ts';
import { dialog, field } from '#test/component/locators.ts';

const DIWALI: AdminCoupon = {
  ...{ code: 'DIWALI20', kind: 'percent', value: 20, most: 200, minimum: 999, products: null },
  ...{ starts: '2026-11-01', until: null, max_uses: 50, max_uses_each: 1, first_order: false },
  ...{ online_only: true, state: 'open', uses: 2, discount: 350.5 },
};

/** The codes, kept in memory as the server keeps them. */
function fakeCoupons() {
  let coupons = [DIWALI];
  const api: Handlers = {
    'GET /admin/products': () => [],
    'GET /admin/coupons': () => ({ coupons, newsletter: { given: 12, uses: 1, discount: 49.9 } }),
    'POST /admin/coupons': ({ body }) => {
      if (coupons.some(({ code }) => code === body.code))
        throw new AppError('invalid_input', { fields: { code: 'There is a code of this name' } });
      const made: AdminCoupon = { ...body, state: 'open', uses: 0, discount: 0 };
      coupons = [made, ...coupons];
      return made;
    },
    'PATCH /admin/coupons/{code}': ({ params, body: { action } }) => {
      const state = { pause: 'paused', resume: 'open', end: 'ended' } as const;
      const coupon = { ...DIWALI, code: params.code, state: state[action] };
      coupons = coupons.map((each) => (each.code === params.code ? coupon : each));
      return coupon;
    },
  };
  return { api, coupons: () => coupons };
}

test('each code says what it takes off and asks for, and what it has sold; it is paused, resumed and ended', async () => {
  const { api } = fakeCoupons();
  const { main } = await openAdmin('/admin/coupons', { api });
  const row = main.getByRole('listitem').filter({ hasText: 'DIWALI20' });
  await expect
    .element(row)
    .toMatchTextContent(
      '20% off, at most ₹200 · orders from ₹999 · 50 uses · 1 for each customer · paid online',
    );
  await expect.element(row).toMatchTextContent('used 2 times, ₹350.50 off');
  await expect.element(main).toMatchTextContent('12 given, used once, ₹49.90 off');
  await row.getByRole('button', { name: 'Pause DIWALI20' }).click();
  await expect.element(row).toMatchTextContent('Paused');
  await row.getByRole('button', { name: 'Resume DIWALI20' }).click();
  await expect.element(row).toMatchTextContent('Valid');
  await row.getByRole('button', { name: 'End DIWALI20' }).click();
  await expect.element(dialog).toMatchTextContent('cannot be made valid again');
  await dialog.getByRole('button', { name: 'End it' }).click();
  await expect.element(row).toMatchTextContent('Ended');
  await expect.element(row.getByRole('button')).not.toBeInTheDocument();
});

test('a new code is checked field by field, also by the server, and then in the list', async () => {
  const { api, coupons } = fakeCoupons();
  const { main } = await openAdmin('/admin/coupons', { api });
  await main.getByRole('button', { name: 'Create a code' }).click();
  await expect.element(field('Code')).toHaveFocus();
  await field('Code').fill('diwali-20');
  await field('Percent').fill('150');
  const create = main.getByRole('button', { name: 'Create', exact: true });
  await create.click();
  await expect.element(main.getByText(/A whole percentage from 1 to 100/)).toBeVisible();
  await userEvent.selectOptions(main.getByLabelText('Takes off'), 'An amount');
  await expect.element(field('Rupees')).toHaveValue('150');
  await create.click();
  await expect.element(main.getByText('There is a code of this name')).toBeVisible();
  await field('Code').fill('monsoon');
  await create.click();
  await expect.element(main.getByRole('listitem').first()).toMatchTextContent('MONSOON');
  await expect.element(main.getByRole('listitem').first()).toMatchTextContent('₹150 off');
  expect(coupons()[0]).toMatchObject({ kind: 'amount', value: 150, most: null, max_uses_each: 1 });
});

test('an accountant sees the codes and changes none', async () => {
  const { api } = fakeCoupons();
  const { main } = await openAdmin('/admin/coupons', { api, role: 'accountant' });
  await expect.element(main.getByText('DIWALI20')).toBeVisible();
  const changing = main.getByRole('button', { name: /Create|Pause|End/ });
  await expect.element(changing).not.toBeInTheDocument();
});
