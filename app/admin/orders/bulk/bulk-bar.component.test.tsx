import { expect, test } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import type { BulkOutcome } from '#contract/admin/order-actions.ts';
import { AppError } from '#contract/errors.ts';
import {
  confirmPassword,
  count,
  DEVICES,
  fakePassword,
  isHit,
  openAdmin,
} from '#test/component/admin.tsx';
import {
  holdAnswer,
  intercept,
  loseAnswer,
  refuse,
  UNREACHABLE,
} from '#test/component/fake-api.ts';
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

const STALE = new AppError('stale_factor');

/** The next action refuses these orders because of the second factor, as if they were paid online. */
function askForFactor({ api, ...server }: ReturnType<typeof fakeOrders>, ids: string[]): void {
  intercept(api, 'POST /admin/orders/actions', () => ({
    outcomes: [idOf(1, 1), idOf(2, 1)].map((id): BulkOutcome => {
      const stale = ids.includes(id);
      const order = stale
        ? server.find(id)
        : server.act(id, { verb: 'cancel', version: 1, reason: 'other' });
      const refused = stale ? { code: STALE.code, message: STALE.message } : null;
      return { ...order, refused, last: null };
    }),
  }));
}

test('a step that needs a second factor asks for it once for several', async () => {
  const { bar, server, told } = await selectAll();
  fakePassword();
  askForFactor(server, [idOf(2, 1)]);
  await cancelBoth(bar);
  await confirmPassword();
  await expect.element(told('2 orders cancelled')).toBeVisible();
});

test('without the second factor, what waits for it stays as it is, and the rest can be undone', async () => {
  const { bar, server, undo } = await selectAll();
  fakePassword();
  askForFactor(server, [idOf(2, 1)]);
  await cancelBoth(bar);
  await expect.element(dialog.getByLabelText('Password', { exact: true })).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();
  const told = page.getByRole('dialog', { name: '1 done, 1 not' });
  await expect.element(told).toMatchTextContent(STALE.message);
  await closeTold(told);
  await undo.click();
  await expect.poll(() => server.find(idOf(1, 1)).fulfilment).toBe('confirmed');
  expect(server.find(idOf(2, 1)).fulfilment).toBe('confirmed');
});

test('an answer that is lost after the second factor is told of those that were sent again', async () => {
  const { bar, server, told } = await selectAll();
  fakePassword();
  askForFactor(server, [idOf(2, 1)]);
  await cancelBoth(bar);
  refuse(server.api, 'POST /admin/orders/actions', UNREACHABLE);
  await confirmPassword();
  await expect.element(page.getByRole('alert')).toMatchTextContent('No reply from the server');
  await expect.element(told('1 order cancelled')).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
});

test('whoever closes the dialog before the second factor is asked for is told what was not done', async () => {
  const { bar, server, main } = await selectAll();
  askForFactor(server, [idOf(1, 1), idOf(2, 1)]);
  const answer = holdAnswer(server.api, 'POST /admin/orders/actions');
  await cancelBoth(bar);
  await answer.asked;
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  answer.release();
  await expect
    .element(page.getByRole('dialog', { name: '0 done, 2 not' }))
    .toMatchTextContent(STALE.message);
  await userEvent.keyboard('{Escape}');
  await expect.element(main.getByText(numberOf(2))).toBeVisible();
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
