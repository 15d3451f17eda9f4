import { expect, test } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { AppError } from '#contract/errors.ts';
import {
  confirmPassword,
  count,
  DEVICES,
  fakePassword,
  isHit,
  openAdmin,
} from '#test/component/admin.tsx';
import { holdAnswer, loseAnswer, refuse } from '#test/component/fake-api.ts';
import { anOrder, fakeOrders, idOf, numberOf, onItsWay } from '#test/component/fake-orders.ts';

const dialog = page.getByRole('dialog');

async function selectAll(orders = [anOrder(1), anOrder(2)], queue = 'to_pack') {
  const server = fakeOrders(orders);
  const opened = await openAdmin(`/admin/orders?queue=${queue}`, { api: server.api });
  const { main } = opened;
  await main.getByLabelText(/^Select all/).click();
  const bar = main.getByRole('region', { name: 'Selected orders' });
  await expect.element(bar).toMatchTextContent(`${orders.length} selected`);
  const rows = main.getByRole('checkbox', { name: /^Select AP-/ });
  return { ...opened, server, bar, rows };
}

/** Closes the dialog that names what was refused. */
const closeTold = (told: Locator) => told.getByRole('button', { name: 'Close' }).last().click();

const pending = (n: number) => anOrder(n, { fulfilment: 'pending' });

test('several orders that were confirmed together are taken back together', async () => {
  const { bar, rows, told, undo } = await selectAll([pending(1), pending(2)], 'to_confirm');
  await bar.getByRole('button', { name: 'Confirm' }).click();
  await count(rows).toBe(0);
  await expect.element(told('2 orders confirmed')).toBeVisible();
  await undo.click();
  await count(rows).toBe(2);
});

test('parcels are turned back with one press, and one press takes that back', async () => {
  const { bar, rows, told, undo } = await selectAll([onItsWay(1), onItsWay(2)], 'on_the_way');
  await bar.getByRole('button', { name: 'Coming back' }).click();
  await expect.element(told('2 orders coming back')).toBeVisible();
  await count(rows).toBe(0);
  await undo.click();
  await count(rows).toBe(2);
});

test('when one of several is refused, that is told first, and then the others are undone', async () => {
  const { bar, rows, server, undo } = await selectAll([1, 2, 3].map(pending), 'to_confirm');
  server.change(idOf(2, 1));
  await bar.getByRole('button', { name: 'Confirm' }).click();
  const told = page.getByRole('dialog', { name: '2 done, 1 not' });
  await expect.element(told).toMatchTextContent('This order has changed in the meantime.');
  await expect.element(told.getByRole('link')).toMatchTextContent(numberOf(2));
  await count(rows).toBe(1);
  await closeTold(told);
  await undo.click();
  await count(rows).toBe(3);
});

test('what became of several is told also when all of them have left the list', async () => {
  const { bar, server, told: message } = await selectAll([pending(1), pending(2)], 'to_confirm');
  server.change(idOf(2, 1), { fulfilment: 'cancelled' }, 'cancel');
  await bar.getByRole('button', { name: 'Confirm' }).click();
  const told = page.getByRole('dialog', { name: '1 done, 1 not' });
  await expect.element(bar).not.toBeInTheDocument();
  await expect.element(told).toMatchTextContent('It is now: Cancelled.');
  await closeTold(told);
  await expect.element(message('1 order confirmed')).toBeVisible();
});

test('an answer that is lost is not told as nothing done, and the list shows what was', async () => {
  const { bar, rows, server } = await selectAll([pending(1), pending(2)], 'to_confirm');
  loseAnswer(server.api, 'POST /admin/orders/actions');
  await bar.getByRole('button', { name: 'Confirm' }).click();
  await expect.element(page.getByRole('alert')).toMatchTextContent('No reply from the server');
  await count(rows).toBe(0);
});

/** Gives the reason in the dialog for two orders. */
async function cancelBoth(bar: ReturnType<typeof page.getByRole>): Promise<void> {
  await bar.getByRole('button', { name: 'Cancel orders' }).click();
  await dialog.getByRole('button', { name: 'Another reason' }).click();
}

test('whoever closes a dialog before its step is answered reads the outcome and goes on', async () => {
  const { bar, rows, server, told, undo } = await selectAll();
  const answer = holdAnswer(server.api, 'POST /admin/orders/actions');
  await cancelBoth(bar);
  await answer.asked;
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  answer.release();
  await expect.element(told('2 orders cancelled')).toBeVisible();
  await count(rows).toBe(0);
  await undo.click();
  await count(rows).toBe(2);
  await expect.element(bar).not.toBeInTheDocument();
});

test('a step that needs a second factor asks for it once for several', async () => {
  const { bar, server, told } = await selectAll();
  fakePassword();
  refuse(server.api, 'POST /admin/orders/actions', new AppError('stale_factor'));
  await cancelBoth(bar);
  await confirmPassword();
  await expect.element(told('2 orders cancelled')).toBeVisible();
});

test('without the second factor nothing is done, and that is told', async () => {
  const { bar, server, rows } = await selectAll();
  fakePassword();
  refuse(server.api, 'POST /admin/orders/actions', new AppError('stale_factor'));
  await cancelBoth(bar);
  await expect.element(dialog.getByLabelText('Password', { exact: true })).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect.element(page.getByRole('alert')).toMatchTextContent('Nothing was done');
  await count(rows).toBe(2);
});

test.each(DEVICES)(
  'on %s, a message covers none of the buttons for the selected orders',
  async (_, prepare) => {
    await prepare();
    const { main, bar, undo } = await selectAll([1, 2, 3].map((n) => anOrder(n)));
    await main.getByRole('button', { name: `Packed: ${numberOf(3)}` }).click();
    await expect.element(undo).toBeVisible();
    await expect.element(bar).toMatchTextContent('2 selected');
    const buttons = [...bar.getByRole('link').all(), ...bar.getByRole('button').all()];
    expect(buttons.length).toBeGreaterThan(2);
    for (const button of [...buttons, undo]) await expect.poll(() => isHit(button)).toBe(true);
  },
);
