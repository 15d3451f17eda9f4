import { describe, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { changeElsewhere, count, DEVICES, openAdmin, pressAtOnce } from '#test/component/admin.tsx';
import { holdAnswer } from '#test/component/fake-api.ts';
import {
  anItem,
  anOrder,
  fakeOrders,
  idOf,
  numberOf,
  onItsWay,
} from '#test/component/fake-orders.ts';
import { expectNoOverflow } from '#test/component/layout.ts';

const several = (orders: number) => Array.from({ length: orders }, (_, n) => anOrder(n + 1));

async function openList(orders = several(3), query = 'queue=to_pack', options = {}) {
  const server = fakeOrders(orders);
  const opened = await openAdmin(`/admin/orders?${query}`, { api: server.api, ...options });
  const { main } = opened;
  const bar = main.getByRole('region', { name: 'Selected orders' });
  const box = (n: number) => main.getByRole('checkbox', { name: `Select ${numberOf(n)}` });
  const rows = main.getByRole('checkbox', { name: /^Select AP-/ });
  const all = main.getByLabelText(/^Select all/);
  await expect.element(main.getByRole('link', { name: /^AP-/ }).first()).toBeVisible();
  return { ...opened, server, bar, box, rows, all };
}

describe('the selection', () => {
  test('is there on the way back, and ends with the page of the list', async () => {
    const { main, bar, box, path, go } = await openList(several(60));
    await box(1).click();
    await box(2).click();
    await expect.element(bar).toMatchTextContent('2 selected');
    await expectNoOverflow();
    await main.getByRole('link', { name: numberOf(3) }).click();
    await expect.element(bar).not.toBeInTheDocument();
    await go(-1);
    await expect.element(bar).toMatchTextContent('2 selected');
    await main.getByRole('link', { name: 'Next page' }).click();
    await expect.element(box(53)).toBeVisible();
    await expect.element(bar).not.toBeInTheDocument();
    expect(path()).not.toContain('selected');
  });

  test('does not count an order that has left the queue, and ends with its cross', async () => {
    const { main, bar, box, path } = await openList();
    await box(1).click();
    await box(2).click();
    await main.getByRole('button', { name: `Packed: ${numberOf(1)}` }).click();
    await expect.element(bar).toMatchTextContent('1 selected');
    await bar.getByRole('button', { name: 'Clear the selection' }).click();
    await expect.element(bar).not.toBeInTheDocument();
    expect(path()).not.toContain('selected');
  });

  test('counts keys that are pressed faster than the page renders', async () => {
    const { bar, box } = await openList();
    pressAtOnce('j', 'x', 'j', 'x', 'j', 'x', 'x');
    await expect.element(bar).toMatchTextContent('2 selected');
    await expect.element(box(1)).toBeChecked();
    await expect.element(box(2)).toBeChecked();
  });

  test('takes all orders up to this one with Shift', async () => {
    const { bar, box } = await openList(several(8));
    await box(8).click();
    await expect.element(bar).toMatchTextContent('1 selected');
    await box(6).click({ modifiers: ['Shift'] });
    await expect.element(bar).toMatchTextContent('3 selected');
    await expect.element(box(7)).toBeChecked();
  });

  test('is ended by Escape, also while a tick has the focus', async () => {
    const { bar, all } = await openList();
    await all.click();
    await expect.element(all).toHaveFocus();
    await expect.element(bar).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(bar).not.toBeInTheDocument();
  });
});

test('`p` packs what is selected, and a key of no shortcut does nothing', async () => {
  const { bar, server } = await openList(several(2), 'queue=to_pack', { role: 'packer' });
  await userEvent.keyboard('jx');
  await expect.element(bar).toMatchTextContent('1 selected');
  await userEvent.keyboard('cdigp');
  await expect.poll(() => server.find(idOf(1, 1)).fulfilment).toBe('packed');
});

test('an accountant moves through the list by keys, and selects nothing', async () => {
  const { main, rows, path } = await openList(several(2), 'queue=to_pack', { role: 'accountant' });
  const link = (n: number) => main.getByRole('link', { name: numberOf(n) });
  await userEvent.keyboard('j');
  await expect.element(link(1)).toHaveFocus();
  await userEvent.keyboard('xj');
  await expect.element(link(2)).toHaveFocus();
  await count(rows).toBe(0);
  expect(path()).not.toContain('selected');
});

test('what is on its way is delivered in the list with one press, and with one that is undone', async () => {
  const { main, told, undo, server } = await openList([onItsWay(1)], 'queue=on_the_way');
  await main.getByRole('button', { name: `Delivered: ${numberOf(1)}` }).click();
  await expect.element(told('delivered')).toBeVisible();
  await undo.click();
  await expect.element(undo).not.toBeInTheDocument();
  expect(server.find(idOf(1, 1)).fulfilment).toBe('shipped');
});

test('the parcel of a cancelled order is taken out in the list with one press, and with one that is undone', async () => {
  const order = anOrder(1, { fulfilment: 'cancelled', to_take_out: true });
  const { main, told, undo } = await openList([order], 'queue=to_take_out');
  const button = main.getByRole('button', { name: `Taken out: ${numberOf(1)}` });
  await button.click();
  await expect.element(told('taken out')).toBeVisible();
  await expect
    .element(main.getByText('No order is under “Cancelled after packing”.'))
    .toBeVisible();
  await undo.click();
  await expect.element(button).toBeVisible();
});

test('a return that is to be refunded leads to its order', async () => {
  const order_items = [{ ...anItem(1), returned_good: 1 }];
  const order = anOrder(1, { fulfilment: 'delivered', refund_due: 499, order_items });
  const { main } = await openList([order], 'queue=return_to_refund');
  await expect
    .element(main.getByRole('link', { name: `Refund: ${numberOf(1)}` }))
    .toHaveAttribute('href', `/admin/orders/${idOf(1, 1)}`);
});

test('an order whose money was given back says so on its line, and is not packed', async () => {
  const order = anOrder(1, { wholly_refunded: true, payment_status: 'refunded' });
  const { main } = await openList([order]);
  const row = main.getByRole('listitem').filter({ hasText: numberOf(1) });
  await expect.element(row.getByText('Refunded', { exact: true })).toBeVisible();
  await expect.element(main.getByRole('button', { name: /^Packed/ })).not.toBeInTheDocument();
});

test('an answer that was read before a step and arrives after it does not hide the step', async () => {
  const { main, server } = await openList([anOrder(1, { fulfilment: 'pending' })], 'queue=all');
  const early = holdAnswer(server.api, 'GET /admin/orders');
  await changeElsewhere();
  await early.asked;
  await main.getByRole('button', { name: `Confirm: ${numberOf(1)}` }).click();
  await expect.element(main.getByText('To pack', { exact: true }).last()).toBeVisible();
  early.release();
  await expect.element(main.getByRole('button', { name: `Packed: ${numberOf(1)}` })).toBeVisible();
});

test('an order to confirm has the telephone beside its button, and the others have not', async () => {
  const orders = [anOrder(1, { fulfilment: 'pending' }), anOrder(2)];
  const { main } = await openList(orders, 'queue=all');
  const call = main.getByRole('link', { name: `Call to confirm: ${numberOf(1)}` });
  await expect.element(call).toHaveAttribute('href', 'tel:9876543210');
  await expect.element(main.getByRole('link', { name: /^Call to confirm/ })).toHaveLength(1);
  await main.getByRole('button', { name: `Confirm: ${numberOf(1)}` }).click();
  await expect.element(call).not.toBeInTheDocument();
});

describe('the search', () => {
  test('keeps what is typed while its orders are loaded, and follows the way back', async () => {
    const { main, server, path, go } = await openList(several(2), '');
    const field = main.getByLabelText('Search orders');
    const answer = holdAnswer(server.api, 'GET /admin/orders');
    await field.fill('Mumbai');
    await userEvent.keyboard('{Enter} 4');
    await answer.asked;
    expect(path()).toContain('q=Mumbai');
    answer.release();
    await expect.element(field).toHaveValue('Mumbai 4');
    await expect.element(field).toHaveFocus();
    await go(-1);
    await expect.element(field).toHaveValue('');
  });

  test('says why a text is refused until the next letter is typed', async () => {
    const { main } = await openList(several(1), '');
    const field = main.getByLabelText('Search orders');
    const text = 'too many words '.repeat(10);
    await field.fill(text);
    await userEvent.keyboard('{Enter}');
    await expect.element(field).toHaveAccessibleDescription(/at most 100 characters/);
    await expect.element(field).toHaveAttribute('aria-invalid', 'true');
    await expect.element(field).toHaveValue(text);
    await userEvent.keyboard('x');
    await expect.element(field).not.toHaveAttribute('aria-invalid');
    await expect.element(main.getByText(/at most 100 characters/)).not.toBeInTheDocument();
  });

  test('tells missing numbers where a screen reader listens already', async () => {
    const { main } = await openList(several(1), '');
    const before = main.getByRole('status').elements();
    await main.getByLabelText('Search orders').fill('NOBODY12345 NOBODY12346');
    await userEvent.keyboard('{Enter}');
    await expect
      .poll(() => before.some((each) => each.textContent?.includes('2 of 2 numbers')))
      .toBe(true);
  });

  test('calls no tracking number missing whose order is there, in whichever spelling', async () => {
    const { main } = await openList([onItsWay(1)], '');
    await main.getByLabelText('Search orders').fill('DL-100001, NOBODY12345');
    await userEvent.keyboard('{Enter}');
    await expect
      .element(main.getByText('1 of 2 numbers is not in this list: NOBODY12345.'))
      .toBeVisible();
  });
});

test('a product, a courier and a day narrow the list, and all filters are cleared with one press', async () => {
  const { main, path } = await openList(several(2), 'product=1&from=2026-11-25');
  await main.getByLabelText('Courier', { exact: true }).selectOptions('India Post');
  await expect.poll(path).toContain('courier=');
  await main.getByRole('link', { name: 'Clear the filters' }).click();
  await expect.poll(path).not.toMatch(/courier=|product=|from=/);
  await expect.element(main.getByLabelText('From', { exact: true })).toHaveValue('');
});

describe.each(DEVICES)('on %s, a day to filter by', (_, prepare) => {
  test('is typed key by key, and asked for once', async () => {
    await prepare();
    const { main, path, server } = await openList(several(1), '');
    const asked: string[] = [];
    const list = server.api['GET /admin/orders'];
    server.api['GET /admin/orders'] = (request, headers) => {
      if (request.query.from) asked.push(request.query.from);
      return list?.(request, headers) ?? { orders: [], next: null };
    };
    await main.getByText('Filter', { exact: true }).click();
    const field = main.getByLabelText('From', { exact: true });
    await field.click({ position: { x: 20, y: 20 } });
    await userEvent.keyboard('11252026');
    await expect.element(field).toHaveValue('2026-11-25');
    await expect.poll(path).toContain('from=2026-11-25');
    await expect.element(field).toHaveFocus();
    // The year has the focus. While it is typed, the field holds years like 0002 and 0020.
    await userEvent.keyboard('{Backspace}');
    await userEvent.keyboard('2025');
    await expect.poll(path).toContain('from=2025-11-25');
    await expect.poll(() => asked).toEqual(['2026-11-25', '2025-11-25']);
  });

  test('is applied on leaving the field, taken from the URL and emptied', async () => {
    await prepare();
    const { main, path } = await openList(several(1), 'from=2026-11-25');
    const field = main.getByLabelText('From', { exact: true });
    await expect.element(field).toHaveValue('2026-11-25');
    await field.fill('1999-11-25');
    expect(path()).toContain('from=2026-11-25');
    await userEvent.keyboard('{Enter}');
    await expect.poll(path).toContain('from=1999-11-25');
    await field.fill('1998-11-25');
    field.element().blur();
    await expect.poll(path).toContain('from=1998-11-25');
    await field.fill('');
    await expect.poll(path).not.toContain('from=');
    await expect.element(field).toBeVisible();
  });
});
