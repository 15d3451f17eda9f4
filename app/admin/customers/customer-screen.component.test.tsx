import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Customer } from '#contract/admin/customers.ts';
import { AppError } from '#contract/errors.ts';
import { confirmPassword, fakePassword, openAdmin } from '#test/component/admin.tsx';
import { type Handlers, intercept, refuse } from '#test/component/fake-api.ts';
import { idOf } from '#test/component/fake-orders.ts';
import { expectNoOverflow } from '#test/component/layout.ts';

const FACTORS = 'DELETE /admin/customers/{id}/factors';
const EXPORT = 'POST /admin/customers/{id}/export';
const STALE = new AppError('stale_factor');

/** A customer with a second factor. */
function fakeCustomer() {
  const sums = { orders: 2, delivered: 1, cancelled: 0, spent: 1299, last_order_at: null };
  let customer: Customer = {
    ...sums,
    id: idOf(1),
    email: 'asha@example.com',
    full_name: 'Asha Rao',
    phone: null,
    account: {
      created_at: '2026-11-20T10:00:00.000Z',
      last_sign_in_at: null,
      sessions: 1,
      factors: 1,
      staff: false,
    },
    cash_blocked_at: null,
    addresses: [],
    last_orders: [],
  };
  const change = (part: Partial<Customer>) => {
    customer = { ...customer, ...part };
    return customer;
  };
  const api: Handlers = {
    'GET /admin/customers': ({ query }) => ({
      customers: query.after ? [] : [customer],
      more: !query.after,
      next: query.after ? null : idOf(1),
    }),
    'GET /admin/customers/{id}': () => customer,
    [EXPORT]: () => ({ account: { email: customer.email } }),
    [FACTORS]: () => change({ account: null }),
    'POST /admin/customers/{id}/cash-block': () =>
      change({ cash_blocked_at: '2026-11-20T10:00:00.000Z' }),
    'DELETE /admin/customers/{id}/cash-block': () => change({ cash_blocked_at: null }),
  };
  return { api, factors: () => customer.account?.factors };
}

async function openCustomer(path = `/admin/customers/${idOf(1)}`) {
  const server = fakeCustomer();
  const opened = await openAdmin(path, { api: server.api });
  const dialog = page.getByRole('dialog');
  const button = (name: string) => opened.main.getByRole('button', { name });
  return { ...opened, server, dialog, button };
}

// An action that somebody has cancelled must not happen when they confirm another action later.
test('a code for the export of a customer’s data does not remove their second step, which was begun and left', async () => {
  const { dialog, button, server, told } = await openCustomer();
  fakePassword();
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
  refuse(server.api, FACTORS, STALE);
  refuse(server.api, EXPORT, STALE);
  await button('Remove the second step').click();
  await dialog.getByRole('button', { name: 'Remove the second step' }).click();
  await expect.element(dialog.getByText('Please confirm that it is you.')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await button('Export the data').click();
  await dialog.getByRole('button', { name: 'Export the data' }).click();
  await confirmPassword();
  await expect.element(told('Exported')).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(saved).toHaveBeenCalledOnce();
  expect(server.factors()).toBe(1);
});

test('a refusal that comes after its dialog was closed asks for nothing in the next one', async () => {
  const { dialog, button, server } = await openCustomer();
  const refusal = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  intercept(server.api, FACTORS, async () => {
    asked.resolve();
    await refusal.promise;
    throw STALE;
  });
  await button('Remove the second step').click();
  await dialog.getByRole('button', { name: 'Remove the second step' }).click();
  await asked.promise;
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await button('Export the data').click();
  refusal.resolve();
  await expect.element(page.getByText('Not done: remove the second step')).toBeInTheDocument();
  await expect.element(dialog).toMatchTextContent('One JSON file');
  await expect.element(dialog).not.toMatchTextContent('Please confirm that it is you.');
  expect(server.factors()).toBe(1);
});

test('a phone shows what each customer has spent and the next page; cash on delivery is refused with one tap, and allowed again with another', async () => {
  const { main, button, told } = await openCustomer('/admin/customers');
  const people = main.getByRole('region', { name: 'Customers' }).getByRole('listitem');
  await expect.element(people).toMatchTextContent(/₹1,299\.00/);
  await expectNoOverflow();
  await main.getByRole('link', { name: 'Next page' }).click();
  await expect.element(people).not.toBeInTheDocument();
  await main.getByRole('link', { name: 'First page' }).click();
  await people.getByRole('link').click();
  const allowed = main.getByText('Allowed, within the limits under Settings.');
  await expect.element(allowed).toBeVisible();
  await button('Refuse cash on delivery').click();
  await expect.element(told('Cash on delivery refused')).toBeVisible();
  await expect.element(main.getByText('this customer can only pay online')).toBeVisible();
  await expectNoOverflow();
  await button('Allow cash on delivery').click();
  await expect.element(allowed).toBeVisible();
});
