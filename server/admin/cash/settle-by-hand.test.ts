import { beforeEach, describe, expect, test } from 'vitest';
import { LIST, openCashShop } from '#test/cash-shop.ts';
import { refused } from '#test/checkout.ts';

const { shop, accountant, courier, handOverOrders, preview, post, byHand, cashOf, cursorOf } =
  await openCashShop();

let first: string;
let second: string;
beforeEach(async () => {
  ({ first, second } = await handOverOrders());
});

test('an order for which the courier pays too much is disputed until somebody settles it', async () => {
  await post('AWB,Amount\nCASH1,1000');
  expect(await cashOf(first)).toEqual({ state: 'disputed', remitted_amount: 1000 });
  expect(await byHand('reopen')).toMatchObject(refused(409, 'changed_meanwhile'));
  expect(await byHand('settle')).toMatchObject({ status: 204 });
  expect(await cashOf(first)).toEqual({ state: 'remitted', remitted_amount: 1000 });
  expect(await byHand('reopen')).toMatchObject({ status: 204 });
  expect(await cashOf(first)).toEqual({ state: 'disputed', remitted_amount: 1000 });
});

describe('money in a list for an order that was settled by hand', () => {
  test('is unknown, with the day, until the order is reopened', async () => {
    await byHand('settle');
    const { rows } = await shop.db.owner.query(
      'select settled_at from cod_collections where order_id = $1',
      [first],
    );
    const { groups } = (await preview('AWB,Amount\nCASH1,998')).body;
    expect(groups.remitted.count).toBe(0);
    expect(groups.unknown.lines).toMatchObject([{ order_id: first, reason: 'settled' }]);
    expect(Date.parse(groups.unknown.lines[0].settled_at)).toBeCloseTo(
      rows[0].settled_at.getTime(),
      -1,
    );
    await byHand('reopen');
    expect((await preview('AWB,Amount\nCASH1,998')).body.groups.matched.count).toBe(1);
  });

  test('is known if the same amount came with an earlier list', async () => {
    await post(LIST);
    await byHand('settle', second);
    const { groups } = (await preview('AWB,Amount\nCASH2,900')).body;
    expect(groups.remitted.lines).toMatchObject([{ order_id: second, settled_at: null }]);
    const rest = (await preview('AWB,Amount\nCASH2,98')).body;
    expect(rest.groups.unknown.lines).toMatchObject([{ order_id: second, reason: 'settled' }]);
  });
});

test('an order settled by hand is listed with who settled it and why, until it is reopened', async () => {
  const settled = async (query = '') =>
    (await accountant.request('GET', `/api/admin/cash/orders?state=settled${query}`)).body.orders;
  await byHand('settle');
  await post('AWB,Amount\nCASH2,900');
  await byHand('settle', second, 'Written off');
  expect(await settled(`&courier=${courier}`)).toMatchObject([
    {
      order_id: second,
      state: 'settled',
      remitted_amount: 900,
      settled: { at: expect.any(String), staff: accountant.shopper.email, reason: 'Written off' },
    },
    { order_id: first, remitted_amount: 998, settled: { reason: 'Paid in cash' } },
  ]);
  expect(await settled(`&after=${await cursorOf(second, 'settled_at')}`)).toMatchObject([
    { order_id: first },
  ]);
  expect(await settled(`&after=${await cursorOf(first, 'settled_at')}`)).toEqual([]);
  const { body: open } = await accountant.request('GET', '/api/admin/cash/orders');
  expect(open.orders).toEqual([]);
  await byHand('reopen', first, null);
  expect(await settled()).toMatchObject([{ order_id: second }]);
  const { body: again } = await accountant.request('GET', '/api/admin/cash/orders');
  expect(again.orders).toMatchObject([{ order_id: first, state: 'due', settled: null }]);
});

test('the next page begins after the last one, even if that page’s last order was reopened since', async () => {
  await shop.db.owner.query(
    `with placed as (
       insert into orders (user_id, order_number, total_amount, shipping_address, payment_method, idempotency_key,
         request_hash, fulfilment, payment_status)
       select $1, 'AP-PGE-' || n, 100, '{"city":"Pune"}', 'cod', 'page-' || n, 'x', 'delivered', 'paid'
       from generate_series(101, 160) n returning id, order_number
     )
     insert into cod_collections (order_id, amount, state, due_at, settled_at)
     select id, 100, 'remitted', now(), now() - right(order_number, 3)::integer * interval '1 microsecond'
     from placed`,
    [accountant.shopper.userId],
  );
  const page = async (after?: string) =>
    (
      await accountant.request(
        'GET',
        `/api/admin/cash/orders?state=settled${after ? `&after=${after}` : ''}`,
      )
    ).body;
  const numbers = (body: { orders: { order_number: string }[] }) =>
    body.orders.map(({ order_number }) => order_number);
  const begun = await page();
  const all = Array.from({ length: 60 }, (_, n) => `AP-PGE-${101 + n}`);
  expect(numbers(begun)).toEqual(all.slice(0, 50));
  expect(Object.keys(begun.orders[0])).not.toContain('cursor');
  await byHand('reopen', begun.orders.at(-1).order_id, null);
  expect(numbers(await page(begun.next))).toEqual(all.slice(50));
  for (const wrong of ['x', begun.orders[0].order_id, `9${begun.next}`.padStart(80, '9')]) {
    expect(await accountant.request('GET', `/api/admin/cash/orders?after=${wrong}`)).toMatchObject({
      status: 400,
    });
  }
});

test('settling without a reason is refused', async () => {
  for (const note of [null, '  ']) {
    expect(await byHand('settle', first, note)).toMatchObject({
      status: 400,
      body: { error: { fields: { note: 'Say why' } } },
    });
  }
  expect(await cashOf(first)).toEqual({ state: 'due', remitted_amount: null });
});

test('the accountant settles and disputes an order by hand, and takes both back', async () => {
  expect(await byHand('settle')).toMatchObject({ status: 204 });
  expect(await cashOf(first)).toEqual({ state: 'remitted', remitted_amount: 998 });
  expect(await byHand('settle')).toMatchObject(refused(409, 'changed_meanwhile'));
  expect(await byHand('reopen')).toMatchObject({ status: 204 });
  expect(await byHand('dispute')).toMatchObject({ status: 204 });
  expect(await byHand('reopen')).toMatchObject({ status: 204 });
  expect(await cashOf(first)).toEqual({ state: 'due', remitted_amount: null });
  await post(LIST);
  expect(await byHand('reopen')).toMatchObject(refused(409, 'changed_meanwhile'));
  expect(await byHand('settle', second)).toMatchObject({ status: 204 });
  expect(await cashOf(second)).toEqual({ state: 'remitted', remitted_amount: 900 });
  expect(await byHand('reopen', second)).toMatchObject({ status: 204 });
  expect(await cashOf(second)).toEqual({ state: 'short', remitted_amount: 900 });
});
