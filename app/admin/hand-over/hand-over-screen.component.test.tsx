import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { rememberCourier } from '#app/admin/orders/actions/use-couriers.ts';
import { queryClient } from '#app/shell/api/query-client.ts';
import { count, DEVICES, expectHitAtEnd, openAdmin, paste } from '#test/component/admin.tsx';
import { intercept, unreachable } from '#test/component/fake-api.ts';
import {
  anOrder,
  DELHIVERY,
  fakeOrders,
  INDIA_POST,
  idOf,
  numberOf,
} from '#test/component/fake-orders.ts';
import { expectNoOverflow, expectVisible } from '#test/component/layout.ts';

const packed = (n: number) => anOrder(n, { fulfilment: 'packed' });
const pathOf = (...ns: number[]) =>
  `/admin/hand-over?orders=${ns.map((n) => idOf(n, 1)).join(',')}`;

async function openParcels(ns: number[], { courier = DELHIVERY.id } = {}) {
  const server = fakeOrders([1, 2, 3].map(packed));
  if (courier) rememberCourier(courier);
  const opened = await openAdmin(pathOf(...ns), { api: server.api });
  const { main } = opened;
  const field = (n: number) => main.getByLabelText(`Tracking number of ${numberOf(n)}`);
  const fields = main.getByLabelText(/^Tracking number of/);
  await expect.element(fields.first()).toBeVisible();
  const send = (n: number) => main.getByRole('button', { name: `Hand over ${n}` });
  const chosen = () => main.getByLabelText('Courier').element();
  return { ...opened, server, field, fields, send, chosen };
}

test('an order that is cancelled while it is being handed over is told by its number', async () => {
  const { main, field, send, server, told } = await openParcels([1, 2], { courier: '' });
  await field(2).fill('STAYS00001');
  // In this browser no courier was chosen before, and the customer's email would name it.
  await send(1).click();
  await expect.element(main.getByText('Choose the courier first.')).toBeVisible();
  await main.getByLabelText('Courier').selectOptions('Delhivery');
  server.hide(idOf(1, 1));
  await send(1).click();
  await expect.element(told('1 order handed over')).toBeVisible();
  await expect
    .element(main.getByRole('alert'))
    .toMatchTextContent(`${numberOf(1)} is no longer here`);
});

test('what is typed for a parcel stays with it in any list, and on its order’s page', async () => {
  const { main, field, go } = await openParcels([1, 2]);
  await field(1).fill('KEPT000001');
  await field(2).fill('KEPT000002');
  await go(pathOf(3, 2));
  await expect.element(field(3)).toHaveValue('');
  await expect.element(field(2)).toHaveValue('KEPT000002');
  await go(`/admin/orders/${idOf(1, 1)}`);
  await expect.element(main.getByLabelText('Tracking number')).toHaveValue('KEPT000001');
});

test('numbers stay where they are while the courier is changed, and that courier is theirs after a reload', async () => {
  const { main, field, reload } = await openParcels([1, 2]);
  await field(1).fill('MOVE000001');
  await field(2).fill('MOVE000002');
  await main.getByLabelText('Courier').selectOptions('India Post');
  await expect.element(field(1)).toHaveValue('MOVE000001');
  await reload();
  await expect.element(field(2)).toHaveValue('MOVE000002');
  await expect.element(main.getByLabelText('Courier')).toHaveValue(INDIA_POST.id);
  await main.getByRole('button', { name: 'Clear' }).click();
  await expect.element(field(1)).toHaveValue('');
});

test('parcels are handed over by scans alone, in any order: each slip, then its label', async () => {
  const { main, field, send, told } = await openParcels([1, 2, 3]);
  const scan = (code: string) => userEvent.keyboard(`${code}{Enter}`);
  await expect.element(field(1)).toHaveFocus();
  await scan(numberOf(3));
  await expect.element(field(3)).toHaveFocus();
  await scan('SCAN000003');
  await expect.element(field(3)).toHaveValue('SCAN000003');
  await expect.element(field(1)).toHaveValue('');
  await scan(numberOf(2));
  await expect.element(field(2)).toHaveFocus();
  // The number of another parcel is refused. The next scan fills the same field.
  await scan('SCAN000003');
  await expect.element(field(2)).toHaveFocus();
  await scan('SCAN000002');
  // A slip scanned while the cursor is behind a number does not change that number.
  await field(3).click();
  await userEvent.keyboard('{End}');
  await scan(numberOf(1));
  await expect.element(field(1)).toHaveFocus();
  await expect.element(field(3)).toHaveValue('SCAN000003');
  // The slip of a parcel that is not in this list.
  await scan('AP-000-000');
  await expect.element(main.getByText('AP-000-000 is not to be handed over here.')).toBeVisible();
  await expect.element(field(1)).toHaveFocus();
  await scan('SCAN000001');
  await expect.element(field(1)).toHaveValue('SCAN000001');
  await expect.element(field(2)).toHaveValue('SCAN000002');
  await send(3).click();
  await expect.element(told('3 orders handed over')).toBeVisible();
});

test('a courier’s list beside order numbers fills each parcel’s own field, and a slip’s code none', async () => {
  const { main, field, send } = await openParcels([1, 2]);
  await expect.element(field(1)).toHaveFocus();
  paste(`Order\tAWB\n${numberOf(2)}\tROWB000002\n${numberOf(1)}\tROWA000001\n`);
  await expect.element(field(1)).toHaveValue('ROWA000001');
  await expect.element(field(2)).toHaveValue('ROWB000002');
  paste('LONG000001\nLONG000002\nLONG000003');
  await expectVisible(main, 'There are 3 lines for 2 parcels. Nothing was filled in.');
  await expect.element(field(1)).toHaveValue('ROWA000001');
  await field(1).fill(numberOf(1));
  await expect.element(main.getByText('This is an order number.')).toBeVisible();
  await send(2).click();
  await expect.element(main.getByText('Please correct the numbers')).toBeVisible();
  await expectNoOverflow();
});

test('couriers that do not load are loaded again with one press, not said to be missing', async () => {
  const { main, server, go } = await openParcels([1]);
  for (const path of [pathOf(1), `/admin/orders/${idOf(1, 1)}`]) {
    await go('/admin/orders');
    queryClient.removeQueries({ queryKey: ['admin', 'couriers'] });
    const answers = { ...server.api };
    server.api['GET /admin/couriers'] = unreachable;
    await go(path);
    const again = main.getByRole('alert').getByRole('button', { name: 'Try again' });
    await expect.element(again).toBeVisible();
    await expect.element(main.getByLabelText('Courier')).not.toBeInTheDocument();
    await expect.element(main.getByText('no courier in use')).not.toBeInTheDocument();
    Object.assign(server.api, answers);
    await again.click();
    await expect.element(main.getByLabelText('Courier')).toHaveValue(DELHIVERY.id);
  }
});

test('a network that is gone while parcels are handed over takes no number off the screen', async () => {
  const { field, send, server, told } = await openParcels([1, 2]);
  await field(1).fill('LOST000001');
  await field(2).fill('LOST000002');
  const { api } = server;
  const answers = { ...api };
  api['POST /admin/orders/actions'] = unreachable;
  api['GET /admin/orders/details'] = unreachable;
  await send(2).click();
  await expect.element(page.getByText('We could not reach the shop').first()).toBeVisible();
  await expect.element(field(2)).toHaveValue('LOST000002');
  Object.assign(api, answers);
  await send(2).click();
  await expect.element(told('2 orders handed over')).toBeVisible();
});

/** Hands over parcels of which the second is changed by somebody else after this screen has read it. */
async function handOverOneRefused(ns: number[]) {
  const opened = await openParcels(ns);
  for (const n of ns) await opened.field(n).fill(`PART00000${n}`);
  intercept(opened.server.api, 'POST /admin/orders/actions', (run) => {
    opened.server.change(idOf(2, 1));
    return run();
  });
  await opened.send(ns.length).click();
  return opened;
}

test('where one parcel of several is refused, the others are taken back with one press, and its number stays', async () => {
  const { field, fields, told, undo } = await handOverOneRefused([1, 2, 3]);
  const dialog = page.getByRole('dialog', { name: '2 done, 1 not' });
  await count(fields).toBe(1);
  await expect.element(field(2)).toHaveValue('PART000002');
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect.element(told('2 orders handed over')).toBeVisible();
  await undo.click();
  await count(fields).toBe(3);
});

test('a message that is closed after the emails have left offers no Undo that asks nothing', async () => {
  const { told } = await handOverOneRefused([1, 2]);
  const dialog = page.getByRole('dialog', { name: '1 done, 1 not' });
  await expect.element(dialog).toBeVisible();
  const now = Date.now();
  vi.spyOn(Date, 'now').mockImplementation(() => now + 61_000);
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect
    .element(told('1 order handed over'))
    .toMatchTextContent(/^1 order handed over\s*Print slips$/);
});

test.each(DEVICES)(
  'on %s, at the end of the page the message about what was done covers no button',
  async (_, prepare) => {
    await prepare();
    const { main, field, send, told } = await openParcels([1, 2, 3]);
    for (const n of [1, 2, 3]) await field(n).fill(`END000000${n}`);
    await send(3).click();
    await expect.element(told('3 orders handed over')).toBeVisible();
    const last = main.getByRole('link', { name: 'Print manifest' });
    await expectHitAtEnd(last);
  },
);
