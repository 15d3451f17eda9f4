import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { queryClient } from '#app/shell/api/query-client.ts';
import { AppError } from '#contract/errors.ts';
import {
  changeElsewhere,
  confirmPassword,
  count,
  DEVICES,
  expectHitAtEnd,
  fakePassword,
  isHit,
} from '#test/component/admin.tsx';
import { holdAnswer, loseAnswer, refuse, refusing, UNREACHABLE } from '#test/component/fake-api.ts';
import { anItem, anOrder, idOf, numberOf, onItsWay } from '#test/component/fake-orders.ts';
import { expectVisible } from '#test/component/layout.ts';
import {
  ACTIONS,
  alert,
  delivered,
  dialog,
  FIRST,
  openOrder,
} from '#test/component/order-screen.tsx';

describe('undo', () => {
  test('takes back a failed delivery that was none, and a parcel that was coming back is delivered after all', async () => {
    const { button, main, more, told, undo } = await openOrder(onItsWay(1));
    await button('Delivery failed').click();
    await dialog.getByRole('button', { name: 'Nobody was there' }).click();
    await expect.element(told('delivery failed')).toBeVisible();
    await undo.click();
    await expectVisible(main, 'Failed delivery undone');
    await button('Coming back').click();
    await expect.element(told('coming back')).toBeVisible();
    await more();
    await button('Undo: coming back').click();
    await expect.element(told('not coming back after all')).toBeVisible();
    await button('Coming back').click();
    await expect.element(told('coming back')).toBeVisible();
    await button('Delivered').click(); // "More" is still open
    await expect.element(told('delivered')).toBeVisible();
  });

  test('of a step whose email has left asks first', async () => {
    const { button, more, told, server } = await openOrder(delivered());
    await more().catch(() => {});
    await button('Undo: delivered').click();
    const question = page.getByRole('dialog', { name: /^Undo “Delivered” of AP-.*\?$/ });
    await expect
      .element(question)
      .toMatchTextContent('was told by email that the parcel was delivered');
    await question.getByRole('button', { name: 'Leave as it is' }).click();
    await expect.element(question).not.toBeInTheDocument();
    expect(server.find(FIRST).fulfilment).toBe('delivered');
    await button('Undo: delivered').click();
    await question.getByRole('button', { name: 'Undo: delivered' }).click();
    await expect.element(told('delivery undone')).toBeVisible();
  });

  test('takes back the cancellation of an order in cash, whose dialog says for how long', async () => {
    const { button, main, told, undo } = await openOrder();
    await button('Cancel order').click();
    await expect
      .element(dialog)
      .toMatchTextContent('This can be undone for 50 seconds. The email is sent after that.');
    await expect.element(dialog).toMatchTextContent('One piece goes back into stock.');
    await dialog.getByRole('button', { name: 'Another reason' }).click();
    await expect.element(told('cancelled')).toBeVisible();
    await undo.click();
    await expect.element(main.getByText('Cancellation undone')).toBeVisible();
    await expect.element(main.getByText('To pack', { exact: true })).toBeVisible();
  });

  test('whose answer is lost is not told as not undone, and the page shows what is so', async () => {
    const { button, server, undo } = await openOrder();
    await button('Packed').click();
    await expect.element(undo).toBeVisible();
    loseAnswer(server.api, ACTIONS);
    await undo.click();
    await expect.element(alert).toMatchTextContent(/no reply from the server/i);
    await expect.element(alert).not.toMatchTextContent('Not undone');
    await expect.element(button('Packed')).toBeVisible();
  });
});

test('a parcel is lost only after the page has said what that does', async () => {
  const { button, main, more, told, undo } = await openOrder(onItsWay(1));
  await more();
  await button('Lost').click();
  const question = page.getByRole('dialog', { name: /^Is AP-.* lost\?$/ });
  await expect.element(question).toMatchTextContent('Nothing goes back into stock.');
  await expect.element(question).toMatchTextContent('If it is found, this can be undone.');
  await question.getByRole('button', { name: 'Not lost' }).click();
  await expect.element(main.getByText('On the way', { exact: true })).toBeVisible();
  await button('Lost').click();
  await question.getByRole('button', { name: 'Lost', exact: true }).click();
  await expect.element(told('lost')).toBeVisible();
  await undo.click();
  await expect.element(main.getByText('On the way', { exact: true })).toBeVisible();
});

test('a verb leads to the order’s heading, and Tab from there to the next step', async () => {
  const { main, button, heading, told } = await openOrder(anOrder(1, { fulfilment: 'pending' }));
  const call = main.getByRole('link', { name: 'Call to confirm' });
  await expect.element(call).toHaveAttribute('href', 'tel:9876543210');
  button('Confirm').element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(told('confirmed')).toBeVisible();
  await expect.element(call).not.toBeInTheDocument();
  await expect.element(heading).toHaveFocus();
  await userEvent.tab();
  await expect.element(button('Packed')).toHaveFocus();
});

describe('what comes back', () => {
  const pair = () => onItsWay(1, { order_items: [anItem(1, 2)] });
  const ONE_GOOD = { good: [{ item: idOf(1, 2), pieces: 1 }] };

  test('with a damaged piece restocks the others, and says so before', async () => {
    const { button, more, server, told } = await openOrder(pair());
    await more();
    await button('Received back').click();
    await expect.element(dialog).toMatchTextContent('2 pieces go back into stock.');
    await dialog.getByRole('button', { name: /^One more. Damaged/ }).click();
    await expect
      .element(dialog)
      .toMatchTextContent(/One piece goes back into stock.*Damaged pieces are not sold again/);
    await dialog.getByRole('button', { name: 'Received back' }).click();
    await expect.element(told('received back')).toBeVisible();
    expect(server.find(FIRST).events.at(-1)?.data).toMatchObject(ONE_GOOD);
  });

  test('stays as it was counted when another changes the order, and that is said', async () => {
    const { button, more, server, told } = await openOrder(pair());
    await more();
    await button('Received back').click();
    await dialog.getByRole('button', { name: /^One more. Damaged/ }).click();
    server.act(FIRST, { verb: 'return_to_origin', version: 1 });
    await changeElsewhere();
    await expect
      .element(dialog.getByRole('alert'))
      .toMatchTextContent('This order has changed in the meantime. It is now: Coming back.');
    await expect.element(dialog).toMatchTextContent('1 good of 2');
    await dialog.getByRole('button', { name: 'Received back' }).click();
    await expect.element(told('received back')).toBeVisible();
    await expect.element(dialog).not.toBeInTheDocument();
  });

  test('is received once the second factor was shown, with what was counted', async () => {
    const { button, more, server, told } = await openOrder(pair());
    fakePassword();
    await more();
    await button('Received back').click();
    await dialog.getByRole('button', { name: /^One more. Damaged/ }).click();
    refuse(server.api, ACTIONS, new AppError('stale_factor'));
    await dialog.getByRole('button', { name: 'Received back' }).click();
    // Closing the question changes nothing, and it can be asked again.
    await expect.element(dialog.getByLabelText('Password', { exact: true })).toBeVisible();
    await dialog.getByRole('button', { name: 'Close' }).click();
    expect(server.find(FIRST).fulfilment).toBe('shipped');
    refuse(server.api, ACTIONS, new AppError('stale_factor'));
    await button('Received back').click();
    await expect.element(dialog).toMatchTextContent('1 good of 2');
    await dialog.getByRole('button', { name: 'Received back' }).click();
    await confirmPassword();
    await expect.element(told('received back')).toBeVisible();
    expect(server.find(FIRST).events.at(-1)?.data).toMatchObject(ONE_GOOD);
  });

  test('and is not refunded is settled with a reason, until that is undone', async () => {
    const order = delivered({ refund_due: 499, order_items: [{ ...anItem(1), returned_good: 1 }] });
    const { button, main, server, told, undo } = await openOrder(order);
    const refund = main.getByRole('button', { name: 'Refund ₹499.00' });
    await expect.element(refund).toBeVisible();
    const act = server.api[ACTIONS];
    server.api[ACTIONS] = async (request, headers) => {
      const declined = request.body.verb === 'decline_refund';
      const changed = await act?.(request, headers);
      return server.change(FIRST, { refund_due: declined ? 0 : 499 }, changed?.events.at(-1)?.kind);
    };
    await button('No refund').click();
    await dialog.getByRole('button', { name: 'It was opened or used' }).click();
    await expect.element(told('no refund')).toBeVisible();
    await expect.element(refund).not.toBeInTheDocument();
    await undo.click();
    await expect.element(refund).toBeVisible();
    await expect.element(main.getByText('Refund after all', { exact: true }).first()).toBeVisible();
  });
});

test('a dialog that was opened while another step is answered stays, with what was counted', async () => {
  const { button, more, server, told } = await openOrder(onItsWay(1));
  const answer = holdAnswer(server.api, ACTIONS);
  await button('Delivery failed').click();
  await dialog.getByRole('button', { name: 'Nobody was there' }).click();
  await answer.asked;
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await more();
  await button('Received back').click();
  await dialog.getByRole('button', { name: /^One more. Damaged/ }).click();
  answer.release();
  await expect.element(told(`${numberOf(1)} delivery failed`)).toBeInTheDocument();
  await expect
    .element(dialog.getByRole('alert'))
    .toMatchTextContent('This order has changed in the meantime.');
  await expect.element(dialog).toMatchTextContent('0 good of 1');
  await userEvent.keyboard('{Escape}');
  await expect.element(button('Delivered')).toBeEnabled();
});

test('an answer that was read before a step and arrives after it does not hide the step', async () => {
  const { button, main, server, told } = await openOrder();
  const early = holdAnswer(server.api, 'GET /admin/orders/{id}');
  await changeElsewhere();
  await early.asked;
  await button('Packed').click();
  await expect.element(told('packed')).toBeVisible();
  early.release();
  await expect.element(button('Packed')).not.toBeInTheDocument();
  await main.getByLabelText('Tracking number').fill('NEWER00001');
  await button('Hand over').click();
  await expect.element(told('handed over')).toBeVisible();
});

test('a step on an order that another has changed is refused with what changed, and keeps what was typed', async () => {
  const { button, main, server, told } = await openOrder();
  server.act(FIRST, { verb: 'pack', version: 1 });
  await main.getByLabelText('Tracking number').fill('TABS0000001');
  await button('Hand over').click();
  await expect
    .element(alert)
    .toMatchTextContent('It is now: To hand over. The last step was “Packed”, by the staff.');
  await expect.element(main.getByLabelText('Tracking number')).toHaveValue('TABS0000001');
  await button('Hand over').click();
  await expect.element(told('handed over')).toBeVisible();
});

describe('a note', () => {
  test('is kept by a lost connection and a reload, takes nothing while it is saved, and is added once', async () => {
    const { button, main, reload, server } = await openOrder(delivered());
    const note = main.getByLabelText('Note for the staff');
    await note.fill('Call before noon');
    refuse(server.api, 'POST /admin/orders/{id}/notes', UNREACHABLE);
    await button('Add').click();
    await expect.element(main.getByText('We could not reach the shop.')).toBeVisible();
    await reload();
    await expect.element(note).toHaveValue('Call before noon');
    const answer = holdAnswer(server.api, 'POST /admin/orders/{id}/notes');
    await button('Add').click();
    await answer.asked;
    await expect.element(note).toBeDisabled();
    answer.release();
    await count(main.getByRole('listitem').filter({ hasText: 'Call before noon' })).toBe(1);
    await expect.element(note).toHaveValue('');
  });

  test('begun for one order is not shown at another that the history leads to', async () => {
    const { main, go } = await openOrder(delivered(), [anOrder(2)]);
    const note = main.getByLabelText('Note for the staff');
    await go(`/admin/orders/${idOf(2, 1)}`);
    await expect.element(main.getByRole('heading', { name: numberOf(2) })).toBeVisible();
    await note.fill('Ring twice');
    await go(-1);
    await expect.element(main.getByRole('heading', { name: numberOf(1) })).toBeVisible();
    await expect.element(note).toHaveValue('');
    await go(1);
    await expect.element(main.getByRole('heading', { name: numberOf(2) })).toBeVisible();
    await expect.element(note).toHaveValue('Ring twice');
  });
});

test.each(DEVICES)(
  'on %s, a note and the end of the page are in reach while a message is shown',
  async (_, prepare) => {
    await prepare();
    const counts = { orders: 1, delivered: 0, cancelled: 0, spent: 0 };
    const first_order_at = '2026-01-05T06:30:00.000Z';
    const customer = { user_id: idOf(1, 9), ...counts, first_order_at };
    const { button, main, told } = await openOrder(anOrder(1, { customer }));
    await button('Packed').click();
    await expect.element(told('packed')).toBeVisible();
    const last = main.getByRole('link', { name: 'Open the customer' });
    await expectHitAtEnd(last);
    for (const part of [button('Add'), main.getByLabelText('Note for the staff')]) {
      part.element().scrollIntoView({ block: 'center' });
      await expect.poll(() => isHit(part)).toBe(true);
    }
  },
);

describe('a refund by hand', () => {
  const REFUNDS = 'POST /admin/orders/{id}/manual-refunds';

  test('says since when it was begun, and is cleared with one press', async () => {
    const { button, main } = await openOrder(delivered());
    const note = page.getByText(/^Draft from .+ restored\./);
    const amount = main.getByLabelText('Amount in rupees');
    await button('Refund').click();
    await expect.element(amount).toHaveValue('499');
    await expect.element(note).not.toBeInTheDocument();
    await amount.fill('12');
    await userEvent.keyboard('{Escape}');
    await button('Refund').click();
    await expect.element(note).toBeVisible();
    await expect.element(amount).toHaveValue('12');
    await main.getByRole('button', { name: 'Clear' }).click();
    await expect.element(note).not.toBeInTheDocument();
    await expect.element(amount).toHaveValue('499');
    await expect.element(amount).toHaveFocus();
  });

  test('whose answer was lost has the same key after a reload, so that it is recorded once', async () => {
    const { button, main, reload, server, told } = await openOrder(delivered());
    const keys: (string | null)[] = [];
    server.api[REFUNDS] = (_, headers) => {
      keys.push(headers.get('idempotency-key'));
      return server.find(FIRST);
    };
    loseAnswer(server.api, REFUNDS);
    await button('Refund').click();
    await main.getByLabelText('Amount in rupees').fill('123');
    await dialog.getByRole('button', { name: 'Record ₹123.00' }).click();
    await expect.element(dialog.getByText('Enter the reference of the transfer')).toBeVisible();
    await expect.element(dialog.getByLabelText('Reference')).toHaveFocus();
    await dialog.getByLabelText('Reference').fill('UTR-RELOADED');
    await dialog.getByRole('button', { name: 'Record ₹123.00' }).click();
    await expect.element(dialog.getByRole('alert')).toBeVisible();
    await reload();
    await button('Refund').click();
    await expect.element(dialog.getByLabelText('Reference')).toHaveValue('UTR-RELOADED');
    await dialog.getByRole('button', { name: 'Record ₹123.00' }).click();
    await expect.element(told('Refund of ₹123.00')).toBeVisible();
    expect(keys).toHaveLength(2);
    expect(keys[1]).toBe(keys[0]);
  });
});

test('an idle session asks for the factor above a dialog that is open, and Escape does not leave it', async () => {
  const { button, server } = await openOrder(anOrder(1, { fulfilment: 'pending' }));
  fakePassword();
  await button('Cancel order').click();
  const cancel = page.getByRole('dialog', { name: /^Cancel/ });
  await expect.element(cancel).toBeVisible();
  const me = server.api['GET /admin/me'];
  server.api['GET /admin/me'] = refusing('stale_factor');
  await queryClient.invalidateQueries({ queryKey: ['admin', 'me'] });
  const welcome = page.getByRole('dialog', { name: 'Welcome back' });
  await expect.element(welcome).toBeVisible();
  await welcome.getByLabelText('Password', { exact: true }).fill('123');
  await userEvent.keyboard('{Escape}');
  await userEvent.keyboard('{Escape}');
  await expect.element(welcome).toBeVisible();
  await expect.element(welcome.getByLabelText('Password', { exact: true })).toHaveValue('123');
  if (me) server.api['GET /admin/me'] = me;
  await queryClient.invalidateQueries({ queryKey: ['admin', 'me'] });
  await expect.element(welcome).not.toBeInTheDocument();
  await expect.element(cancel).toBeVisible();
});
