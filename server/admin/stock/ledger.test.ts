import { expect, test } from 'vitest';
import type { OrderRow } from '#contract/admin/order-views.ts';
import type { ListedProduct } from '#contract/admin/products.ts';
import { piecesOnHand } from '#domain/stock.ts';
import { refused } from '#test/checkout.ts';
import { beginPaying, openPayingShop, pay } from '#test/payments.ts';
import { hireStaff } from '#test/staff.ts';

/** What changes the stock of a product, and what a count makes of it. */
const shop = await openPayingShop();
const { owner, rows, get, place, act, go, logged } = await hireStaff(shop);
const asha = await shop.newShopper();

const look = async (product: string): Promise<ListedProduct> =>
  (await get('products')).find(({ id }: ListedProduct) => id === product);

const post = (product: string, what: string, body: object, key: string) =>
  owner.request('POST', `/api/admin/stock/${product}/${what}`, body, { 'idempotency-key': key });

/** Sends a count that began with the state `began`. */
const count = (began: ListedProduct, counted: number, key: string = crypto.randomUUID()) => {
  const { id, last_movement } = began;
  return post(id, 'counts', { counted, shown: piecesOnHand(began), last_movement }, key);
};

const move = (
  product: string,
  pieces: number,
  reason = 'received',
  key: string = crypto.randomUUID(),
) => post(product, 'movements', { reason, pieces }, key);

test('the ledger of every product sums up to its stock, and has each kind of movement', async () => {
  const began = await look('1');
  await move('1', 30);
  await go((await place([['1', 1]], asha)).id, 'cancel');
  const paid = await beginPaying(shop, [['1', 2]]);
  await pay(shop, paid);
  await shop.settle();
  const { id } = await place([['1', 2]], asha);
  const { order_items } = await go(id, 'hand_over', 'deliver');
  const returned = [{ item: order_items[0].id, good: 1, damaged: 1 }];
  expect((await act(id, 'receive_return', { returned })).status).toBe(200);
  for (const reason of ['damaged', 'sample']) await move('1', 1, reason);
  const now = await look('1');
  await count(now, piecesOnHand(now) + 1);
  const counted = { verb: 'count_stock', before: { stock: now.stock }, after: { delta: 1 } };
  const entries = await logged('subject_type=product&subject_id=1');
  expect(entries.slice(0, 2)).toMatchObject([
    counted,
    { verb: 'move_stock', after: { delta: -1 } },
  ]);
  expect((await look('1')).stock).toBe(began.stock + 30 - 2 - 2 + 1 - 2 + 1);
  const wrong = await rows(`
    select products.id, stock, sum(delta)::int as ledger
    from products left join stock_ledger on product_id = products.id
    group by products.id having sum(delta) is distinct from stock or stock < 0`);
  expect(wrong).toEqual([]);
  const reasons = await rows('select distinct reason from stock_ledger order by 1');
  expect(reasons.map(({ reason }) => reason)).toEqual([
    ...['cancelled', 'count', 'damaged', 'opening', 'received', 'returned', 'sample', 'sold'],
  ]);
});

test('a repeated movement counts once, its key is refused for another one, and the stock never becomes negative', async () => {
  const key = 'the-first-key';
  const { body: first } = await move('2', 1, 'received', key);
  expect((await move('2', 1, 'received', key)).body).toMatchObject({ stock: first.stock });
  expect(await move('2', 6, 'received', key)).toMatchObject(refused(409, 'idempotency_key_reused'));
  expect(await move('2', first.stock + 1, 'damaged')).toMatchObject(refused(409, 'stock_changed'));
  const movement = { delta: 1, reason: 'received', staff: owner.shopper.email };
  expect((await get('stock/2/movements'))[0]).toMatchObject(movement);
});

test('a sale or a cancellation during a count is kept and does not make the count outdated', async () => {
  const began = await look('3');
  const { id: cancelled } = await place([['3', 1]]);
  await place([['3', 2]]);
  await go(cancelled, 'cancel');
  const { body } = await count(began, piecesOnHand(began) - 1);
  expect(body).toMatchObject({ stock: began.stock - 3 });
});

test('a count does not subtract pieces again that were handed over during it', async () => {
  const { id } = await place([['4', 20]]);
  const began = await look('4');
  const there = piecesOnHand(began);
  await go(id, 'hand_over');
  const key = 'one-count-of-this';
  const outdated = await count(began, there - 20, key);
  expect(outdated).toMatchObject(refused(409, 'stock_changed'));
  expect(outdated.body.error.message).toContain(`${there - 20} are expected now, not ${there}`);
  // The same count is sent again with the new expected number.
  const { body } = await count(await look('4'), there - 20, key);
  expect(body).toMatchObject({ stock: began.stock });
});

test('two people who count the same product record its missing pieces once', async () => {
  const began = await look('5');
  const counted = piecesOnHand(began) - 5;
  const answers = await Promise.all([count(began, counted), count(began, counted)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
  expect(piecesOnHand(await look('5'))).toBe(counted);
});

test('a delivery during a count makes it outdated, also if as many pieces have left since; not a lost answer', async () => {
  const began = await look('6');
  await go((await place([['6', 3]])).id, 'hand_over');
  await move('6', 3);
  const there = piecesOnHand(began);
  const now = await look('6');
  expect(piecesOnHand(now)).toBe(there);
  expect(await count(began, there + 3)).toMatchObject(refused(409, 'stock_changed'));
  const key = 'a-count-whose-answer-was-lost';
  await count(now, there - 1, key);
  await move('6', 7);
  const { body } = await count(now, there - 1, key);
  expect(body).toMatchObject({ stock: now.stock - 1 + 7 });
});

test('fewer pieces than are sold: the count says how many are sold, and is taken once an order is cancelled', async () => {
  await move('6', 5);
  const { stock } = await look('6');
  const { id } = await place([['6', 2]]);
  await place([['6', 3]]);
  const taken = await move('6', stock - 5, 'damaged');
  expect(taken).toMatchObject({ status: 201, body: { stock: 0, reserved: 5 } });
  const began = await look('6');
  for (const [answer, message] of [
    [await count(began, 4), 'You counted 4: 5 sold and not handed over'],
    [await move('6', 1, 'damaged'), '1 cannot be taken out, 0 free to sell: 5 sold'],
  ] as const) {
    expect(answer).toMatchObject(refused(409, 'pieces_sold'));
    expect(answer.body.error.message).toContain(message);
  }
  await go(id, 'cancel');
  expect(await count(began, 4)).toMatchObject({ status: 201, body: { stock: 1, reserved: 3 } });
});

test('the orders that hold the sold pieces are listed, whatever they still wait for', async () => {
  const placed = { 1: [], 2: ['confirm'], 3: ['confirm', 'pack'], 5: ['hand_over'], 6: ['cancel'] };
  for (const [pieces, steps] of Object.entries(placed))
    await go((await place([['4', Number(pieces)]])).id, ...steps);
  // Paid with the test gateway's money: it is never packed.
  await pay(shop, await beginPaying(shop, [['4', 4]]));
  await shop.settle();
  const listed: OrderRow[] = (await get('orders?queue=unsent&product=4')).orders;
  expect(listed.map(({ pieces }) => pieces).sort()).toEqual([1, 2, 3, 4]);
  expect((await look('4')).reserved).toBe(10);
});
