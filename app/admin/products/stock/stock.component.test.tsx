import { describe, expect, test } from 'vitest';
import type { ListedProduct } from '#contract/admin/products.ts';
import { AppError } from '#contract/errors.ts';
import { count, openAdmin } from '#test/component/admin.tsx';
import { type Handlers, holdAnswer, loseAnswer } from '#test/component/fake-api.ts';
import { aProduct, listed } from '#test/component/fake-products.ts';

const MOVE = 'POST /admin/stock/{id}/movements';
/** Two products' stock kept in memory: a key counts once, and with another number it is refused. */
async function openStock() {
  const levels = ['1', '2'].map((id) => listed(aProduct(id), { reserved: 3 }));
  const keys = new Map<string, string>();
  const find = (id: string): ListedProduct => {
    const found = levels.find((each) => each.id === id);
    if (!found) throw new AppError('product_not_found');
    return found;
  };
  const move = (id: string, pieces: number) => {
    const found = find(id);
    levels[Number(id) - 1] = {
      ...found,
      stock: found.stock + pieces,
      last_movement: found.last_movement + 1,
    };
  };
  const api: Handlers = {
    'GET /admin/products': () => levels,
    'GET /admin/stock/{id}/movements': () => [],
    [MOVE]: ({ params, body }, headers) => {
      const key = headers.get('idempotency-key') ?? '';
      const sent = JSON.stringify(body);
      const before = keys.get(key);
      const message = 'This was already saved with other details.';
      if (before !== undefined && before !== sent)
        throw new AppError('idempotency_key_reused', { message });
      if (before === undefined) move(params.id, body.pieces);
      keys.set(key, sent);
      return find(params.id);
    },
    'POST /admin/stock/{id}/counts': ({ params, body }) => {
      const { last_movement, stock, reserved, held } = find(params.id);
      const there = stock + reserved + held;
      if (body.last_movement !== last_movement)
        throw new AppError('stock_changed', {
          message: `${there} are expected now, not ${body.shown}.`,
        });
      if (body.counted < reserved) throw new AppError('pieces_sold');
      move(params.id, body.counted - there);
      return find(params.id);
    },
  };
  const opened = await openAdmin('/admin/products', { api });
  const open = (button: string, n = 1) =>
    opened.main.getByRole('button', { name: `${button}: Tea ${n}`, exact: true });
  const row = (n = 1) => opened.main.getByRole('listitem').filter({ hasText: `Tea ${n}` });
  const field = (label: string, n = 1) => row(n).getByLabelText(label);
  const save = () => row().getByRole('button', { name: 'Save' }).click();
  return { ...opened, api, find, move, open, row, field, save };
}

/** Receives 100 pieces; they are in stock, but the page gets no answer. */
async function receiveUnanswered() {
  const opened = await openStock();
  await opened.open('Receive').click();
  await opened.field('Pieces received').fill('100');
  await opened.field('Note').fill('from Nagpur');
  loseAnswer(opened.api, MOVE);
  await opened.save();
  await expect.element(opened.row()).toMatchTextContent('We could not reach the shop.');
  expect(opened.find('1').stock).toBe(140);
  return opened;
}

describe('pieces whose answer was lost', () => {
  test('are received once, also from a reloaded page', async () => {
    const { field, find, open, reload, row, save, told } = await receiveUnanswered();
    await reload();
    await open('Receive').click();
    await expect.element(row()).toMatchTextContent('Saving it again counts once.');
    await expect.element(field('Note')).toHaveValue('from Nagpur');
    await save();
    await expect.element(told('140 for sale')).toBeVisible();
    expect(find('1').stock).toBe(140);
    await open('Receive').click();
    await expect.element(field('Pieces received')).toHaveValue('');
  });

  test('are not received on top of another number', async () => {
    const { field, find, row, save, told } = await receiveUnanswered();
    await field('Pieces received').fill('');
    await field('Pieces received').fill('120');
    await save();
    await expect.element(row()).toMatchTextContent('This was already saved with other details.');
    await expect.element(field('Pieces received')).toHaveValue('');
    await field('Pieces received').fill('20');
    await save();
    await expect.element(told('160 for sale')).toBeVisible();
    expect(find('1').stock).toBe(160);
  });

  test.each(['cleared', 'emptied and closed'])(
    'are followed by the next delivery of the same number once the form was %s',
    async (how) => {
      const { field, find, open, row, save, told } = await receiveUnanswered();
      const isCleared = how === 'cleared';
      if (!isCleared) for (const label of ['Pieces received', 'Note']) await field(label).fill('');
      await open('Receive').click();
      await expect.element(field('Note')).not.toBeInTheDocument();
      await open('Receive').click();
      await expect.element(field('Note')).toHaveValue(isCleared ? 'from Nagpur' : '');
      await count(row().getByText('Saving it again counts once.')).toBe(isCleared ? 1 : 0);
      if (isCleared) await row().getByRole('button', { name: 'Clear' }).click();
      await field('Pieces received').fill('100');
      await save();
      await expect.element(told('240 for sale')).toBeVisible();
      expect(find('1').stock).toBe(240);
    },
  );
});

test('what is typed for one product’s stock is not in the form of another', async () => {
  const { field, open, reload, row } = await openStock();
  await open('Receive', 1).click();
  await field('Pieces received', 1).fill('7');
  await open('Receive', 2).click();
  await expect.element(field('Pieces received', 2)).toHaveValue('');
  await field('Pieces received', 2).fill('9');
  await reload();
  await open('Receive', 1).click();
  await expect.element(field('Pieces received', 1)).toHaveValue('7');
  await open('Receive', 2).click();
  await expect.element(row(2)).toMatchTextContent(/Draft from .* restored/);
  await row(2).getByRole('button', { name: 'Clear' }).click();
  await expect.element(field('Pieces received', 2)).toHaveValue('');
  await expect.element(field('Pieces received', 1)).toHaveValue('7');
});

test('a late answer closes no form that was opened since', async () => {
  const { api, field, open, save, told } = await openStock();
  await open('Receive').click();
  await field('Pieces received').fill('3');
  const saved = holdAnswer(api, MOVE);
  await save();
  await saved.asked;
  await open('History').click();
  await open('Receive').click();
  await field('Note').fill('the second box');
  saved.release();
  await expect.element(told(/^Tea 1: 43 for sale/)).toBeVisible();
  await expect.element(field('Note')).toHaveValue('the second box');
});

describe('a count', () => {
  test('during which a delivery came is kept, and says what is expected now', async () => {
    const { field, find, move, open, row, save, told } = await openStock();
    await open('Count').click();
    await expect.element(row()).toMatchTextContent('Expected: 43.');
    await field('Pieces counted').fill('47');
    move('1', 5);
    await save();
    await expect.element(row()).toMatchTextContent('48 are expected now, not 43.');
    await expect.element(row()).toMatchTextContent('Expected: 48.');
    await expect.element(field('Pieces counted')).toHaveValue('47');
    await save();
    await expect.element(told('44 for sale')).toBeVisible();
    expect(find('1').stock).toBe(44);
  });

  test('of fewer pieces than are sold leads to the orders that hold them', async () => {
    const { api, field, main, open, path, save } = await openStock();
    api['GET /admin/orders'] = () => ({ orders: [], next: null });
    api['GET /admin/couriers'] = () => [];
    await open('Count').click();
    await field('Pieces counted').fill('0');
    await save();
    await main.getByRole('link', { name: 'Orders with Tea 1 that are not handed over' }).click();
    await expect.poll(path).toBe('/admin/orders?queue=unsent&product=1');
  });
});
