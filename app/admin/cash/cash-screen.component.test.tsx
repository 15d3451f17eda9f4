import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { OpenCash, Remittance } from '#contract/admin/cash.ts';
import { AppError } from '#contract/errors.ts';
import { count, openAdmin } from '#test/component/admin.tsx';
import type { Handlers } from '#test/component/fake-api.ts';
import { DELHIVERY, INDIA_POST, idOf, numberOf } from '#test/component/fake-orders.ts';

const NOW = '2026-11-20T10:00:00.000Z';
const CHANGE = 'POST /admin/cash/orders/{id}';

/** What Delhivery has not paid, and what was settled by hand, kept in memory. `before` is awaited before a list is read. */
function fakeCash({
  open = 0,
  settled = 0,
  pageSize = 50,
  before = async (_state?: string): Promise<void> => {},
}) {
  const orders = Array.from({ length: open + settled }, (_, n) =>
    anOpenOrder(n + 1, n < open ? {} : settledFor('Paid by UPI')),
  );
  const remittances: Remittance[] = [];
  const sums = ({ id, name }: typeof DELHIVERY) => ({
    courier: id,
    name,
    due: 1,
    amount: 499,
    oldest: NOW,
    overdue: 0,
    overdue_amount: 0,
    short: 0,
    disputed: 0,
    ages: [],
  });
  const noLines = { count: 0, amount: 0, lines: [] };
  const api: Handlers = {
    'GET /admin/cash': () => ({ couriers: [DELHIVERY, INDIA_POST].map(sums) }),
    'GET /admin/cash/orders': async ({ query: { state, after } }) => {
      await before(state);
      const all = orders.filter((order) => (order.state === 'settled') === (state === 'settled'));
      const from = after ? all.findIndex(({ order_id }) => after.endsWith(order_id)) : 0;
      const next = all[from + pageSize];
      const cursor = next ? `1_${next.order_id}` : null;
      return { orders: all.slice(from, from + pageSize), next: cursor };
    },
    'GET /admin/cash/remittances': () => ({ remittances, next: null }),
    [CHANGE]: ({ params, body }) => {
      const order = orders.find(({ order_id }) => order_id === params.id);
      if (!order) throw new AppError('order_not_found');
      if (body.action === 'settle') Object.assign(order, settledFor(body.note));
      else
        Object.assign(order, {
          state: body.action === 'dispute' ? 'disputed' : 'due',
          settled: null,
        });
      return undefined;
    },
    'POST /admin/cash/previews': () => ({
      reference: 'UTR-1',
      seen: '0'.repeat(64),
      groups: {
        matched: { count: 1, amount: 998, lines: [] },
        different: noLines,
        not_delivered: noLines,
        unknown: noLines,
        remitted: noLines,
      },
      on_the_way: { count: 0, orders: [] },
    }),
    // As if somebody else had posted the rest before.
    'POST /admin/cash/remittances': ({ body }) => post(body.reference, 12.5),
    'POST /admin/cash/remittances/{id}/undo': () => post('UTR-1', -12.5),
  };
  function post(reference: string, amount: number): Remittance {
    const posted = {
      id: idOf(remittances.length + 1, 8),
      courier: 'Delhivery',
      reference,
      amount,
      orders: 1,
      posted_at: NOW,
      staff: null,
      reversal: amount < 0,
      undone_at: null,
    };
    remittances.unshift(posted);
    return posted;
  }
  return api;
}

const settledFor = (reason: string) => ({
  state: 'settled' as const,
  settled: { at: NOW, staff: 'asha@example.com', reason },
});

const anOpenOrder = (n: number, part: Partial<OpenCash>): OpenCash => ({
  order_id: idOf(n, 1),
  order_number: numberOf(n),
  courier: 'Delhivery',
  tracking_number: `EX${n}`,
  amount: 499,
  remitted_amount: null,
  state: 'due',
  collected_at: NOW,
  overdue: false,
  settled: null,
  ...part,
});

async function openCash(api: Handlers) {
  const opened = await openAdmin('/admin/cash', { api });
  const button = (name: string | RegExp) => opened.main.getByRole('button', { name });
  const settle = async (n: number, why: string) => {
    await button(`Settle ${numberOf(n)} by hand`).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabelText('Why').fill(why);
    await dialog.getByRole('button', { name: /^Settle ₹/ }).click();
  };
  const list = opened.main.getByLabelText('Or paste its lines');
  const courier = opened.main.getByLabelText('Courier');
  return { ...opened, button, settle, list, courier };
}

test('settling says the sum and asks why; the focus goes to the next order, and after reopening the last to the heading', async () => {
  const { main, button, told } = await openCash(fakeCash({ open: 2 }));
  const dialog = page.getByRole('dialog');
  await button(`Settle ${numberOf(1)} by hand`).click();
  await expect
    .element(dialog)
    .toMatchTextContent(/₹499.00 will no longer be expected from Delhivery/);
  await expect.element(dialog.getByLabelText('Why')).toHaveFocus();
  await dialog.getByRole('button', { name: 'Settle ₹499.00' }).click();
  await expect.element(dialog.getByText('Say why')).toBeVisible();
  await dialog.getByLabelText('Why').fill('Paid by UPI, UTR 4711');
  await dialog.getByRole('button', { name: 'Settle ₹499.00' }).click();
  await expect.element(told(`${numberOf(1)}: ₹499.00 settled by hand`)).toBeVisible();
  await expect.element(main.getByRole('link', { name: numberOf(2) })).toHaveFocus();

  await main.getByText('Settled by hand', { exact: true }).click();
  await expect.element(main.getByText('Paid by UPI, UTR 4711')).toBeVisible();
  await button(`Reopen the cash of ${numberOf(1)}`).click();
  await expect.element(told(`${numberOf(1)}: expected again`)).toBeVisible();
  await expect.element(button(`Settle ${numberOf(1)} by hand`)).toBeVisible();
  await expect.element(main.getByRole('heading', { name: 'Cash', level: 1 })).toHaveFocus();
});

test('what was settled stands below what is open from the start, also when it is read first', async () => {
  const open = Promise.withResolvers<void>();
  const settledRead = Promise.withResolvers<void>();
  const before = async (state?: string) => {
    if (state === 'settled') settledRead.resolve();
    else await open.promise;
  };
  const { main, list } = await openCash(fakeCash({ open: 1, settled: 1, before }));
  await settledRead.promise;
  await expect.element(list).toBeVisible();
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  const settled = main.getByText('Settled by hand', { exact: true });
  expect(settled.elements()).toEqual([]);
  open.resolve();
  await expect.element(main.getByRole('heading', { name: 'Not paid in full' })).toBeVisible();
  await expect.element(settled).toBeVisible();
});

test('an order on a later page is reopened, and the list stays open with all its pages', async () => {
  const { main, button } = await openCash(fakeCash({ settled: 3, pageSize: 1 }));
  await main.getByText('Settled by hand', { exact: true }).click();
  const reopen = button(/^Reopen the cash of/);
  for (const shown of [1, 2]) {
    await count(reopen).toBe(shown);
    await button('Show more').last().click();
  }
  await count(reopen).toBe(3);
  await button(`Reopen the cash of ${numberOf(2)}`).click();
  await count(reopen).toBe(2);
  await expect.element(button(`Reopen the cash of ${numberOf(3)}`)).toBeVisible();
});

test('a pasted list stays with its courier when the page is narrowed to another one, and outlives a reload', async () => {
  const { button, list, courier, reload } = await openCash(fakeCash({ open: 1 }));
  await userEvent.selectOptions(courier, 'India Post');
  await list.fill('AWB,Amount\nEX1,998');
  await button(/^Delhivery ₹/).click();
  await expect.element(button(/^Delhivery ₹/)).toHaveAttribute('aria-pressed', 'true');
  await expect.element(courier).toHaveValue(INDIA_POST.id);
  await expect.element(list).toHaveValue('AWB,Amount\nEX1,998');
  await reload();
  await expect.element(list).toHaveValue('AWB,Amount\nEX1,998');
  await expect.element(courier).toHaveValue(INDIA_POST.id);
  await button(/^Delhivery ₹/).click();
  await list.fill('');
  await expect.element(courier).toHaveValue(DELHIVERY.id);
});

test('a posting tells what was posted, not what was seen, and is taken back after a question', async () => {
  const { main, button, list, courier, told } = await openCash(fakeCash({ open: 1 }));
  await userEvent.selectOptions(courier, 'Delhivery');
  await list.fill('AWB,Amount\nEX1,998');
  await button('Match').click();
  await button('Post 1 order, ₹998.00').click();
  await expect.element(told('₹12.50 from Delhivery posted')).toBeVisible();
  const question = page.getByRole('dialog', { name: 'Undo this posting?' });
  await button('Undo UTR-1').click();
  await expect.element(question).toMatchTextContent('Delhivery owes it again for 1 order.');
  await question.getByRole('button', { name: 'Keep it' }).click();
  await expect.element(question).not.toBeInTheDocument();
  const undone = main.getByText('Undone: UTR-1');
  expect(undone.elements()).toEqual([]);
  await button('Undo UTR-1').click();
  await question.getByRole('button', { name: 'Undo' }).click();
  await expect.element(undone).toBeVisible();
});
