import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { openAdmin } from '#test/component/admin.tsx';
import { anItem, anOrder, fakeOrders, idOf, numberOf } from '#test/component/fake-orders.ts';

const pathOf = (...ns: number[]) => `/admin/pack?orders=${ns.map((n) => idOf(n, 1)).join(',')}`;

/** Two orders to pack: the first of two pieces of one product and one of another. */
async function openPacking() {
  const server = fakeOrders([
    anOrder(1, { order_items: [anItem(1, 2), anItem(2)] }),
    anOrder(2, { order_items: [anItem(3)] }),
  ]);
  const opened = await openAdmin(pathOf(1, 2), { api: server.api });
  const { main } = opened;
  const field = main.getByLabelText(/^Scan or type/);
  await expect.element(field).toHaveFocus();
  const card = main.getByRole('listitem').filter({ hasText: numberOf(1) });
  const piece = card.getByRole('button', { name: /Code 1/ });
  const less = card.getByRole('button', { name: /^One less: / }).first();
  const heading = main.getByRole('heading', { level: 1 });
  const said = main.getByRole('status').first();
  const ticks = (n: number) => expect.element(piece).toMatchTextContent(`${n} of 2`);
  return { ...opened, server, field, card, piece, less, heading, said, ticks };
}

/** Types like a barcode scanner: the code, then Enter. */
const scan = (code: string) => userEvent.keyboard(`${code}{Enter}`);

test('a scan is read wherever a tap or Undo has left the focus, and its Enter presses no button', async () => {
  const { card, piece, less, heading, said, field, ticks, told, undo } = await openPacking();
  const wrong = async () => {
    await scan('g-wrong-1');
    await expect.element(said).toMatchTextContent('Neither an order of this list nor a product');
  };
  await card.getByRole('button', { name: numberOf(1) }).click();
  await scan('1');
  await ticks(1);
  await less.click();
  await ticks(0);
  await piece.click();
  await wrong();
  await ticks(1);
  await heading.click(); // takes the focus from the field
  await wrong();
  less.element().focus();
  await wrong();
  await ticks(1);
  await card.getByRole('button', { name: 'Packed' }).click();
  await expect.element(told(`${numberOf(1)} packed`)).toBeVisible();
  await undo.click();
  await expect.element(field).toHaveFocus();
  await ticks(0);
  await scan('1');
  await scan('1');
  await scan('2');
  await expect.element(said).toMatchTextContent('is complete');
  await heading.click();
  await userEvent.keyboard('{Enter}');
  await expect.element(told(`${numberOf(1)} packed`)).toBeVisible();
});

test('a code is read after Escape too, and opens no list of keys', async () => {
  const { field, heading, said } = await openPacking();
  await userEvent.keyboard('{Escape}');
  await heading.click(); // takes the focus from the field
  await scan('?7');
  await expect.element(said).toMatchTextContent(/Neither an order of this list .*: \?7$/);
  await expect.element(field).toHaveFocus();
});

test('a tick too many is taken back by thumb or key', async () => {
  const { card, piece, less, said, ticks } = await openPacking();
  await card.getByRole('button', { name: numberOf(1) }).click();
  await piece.click();
  await ticks(1);
  const { width, height } = less.element().getBoundingClientRect();
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(43.99);
  await less.click();
  await ticks(0);
  await expect.element(said).toMatchTextContent(': 0 of');
  piece.element().focus();
  await userEvent.keyboard('{Enter}');
  await ticks(1);
  await userEvent.tab();
  await expect.element(less).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await ticks(0);
  await expect.element(less).toHaveFocus();
});

test('what is ticked stays with its order in any list; a packing begins with no tick, also after it was undone on the order’s page', async () => {
  const { card, piece, ticks, told, undo, main, go } = await openPacking();
  await card.getByRole('button', { name: numberOf(1) }).click();
  await piece.click();
  await go(pathOf(1));
  await ticks(1);
  await card.getByRole('button', { name: 'Packed' }).click();
  await expect.element(told('packed')).toBeVisible();
  await undo.click();
  await ticks(0);
  await piece.click();
  await ticks(1);
  await go(`/admin/orders/${idOf(1, 1)}`);
  await main.getByRole('button', { name: 'Packed', exact: true }).click();
  await expect.element(told('packed')).toBeVisible();
  await main.getByText('More', { exact: true }).click();
  await main.getByRole('button', { name: 'Undo: packed' }).click();
  await expect.element(told('unpacked')).toBeVisible();
  await go(pathOf(1));
  await ticks(0);
});
