import { beforeEach, describe, expect, test } from 'vitest';
import { MAX_FILE_BYTES } from '#contract/admin/cash.ts';
import { LIST, listOf, openCashShop } from '#test/cash-shop.ts';
import { refused } from '#test/checkout.ts';
import type { TestShopper } from '#test/shop.ts';

/** How the lines of a courier's list are matched, and what a courier still owes. */
const cash = await openCashShop();
const { accountant, rows, get, logged, courier, actOnAll, page, handOverOrders } = cash;
const { deliverThird, sendList, preview, groupsOf, post, byHand, owed, cashOf, cursorOf } = cash;

let first: string;
let second: string;
let asha: TestShopper;
beforeEach(async () => {
  ({ first, second, asha } = await handOverOrders());
});

describe('the preview', () => {
  test('groups a list’s lines by match result, names orders on their way for delivery, and changes nothing', async () => {
    const { groups, reference, on_the_way } = (await preview(LIST)).body;
    expect(reference).toBe('UTR77');
    expect(groups).toMatchObject({
      matched: { count: 1, amount: 998, lines: [{ order_id: first, expected: 998 }] },
      different: { count: 1, lines: [{ amount: 900, expected: 998 }] },
      unknown: { lines: [{ line: 5, reason: 'no_parcel' }, { reason: 'twice' }] },
      not_delivered: {
        count: 1,
        amount: 998,
        lines: [{ line: 4, reason: 'not_delivered', fulfilment: 'shipped' }],
      },
    });
    expect(await cashOf(first)).toEqual(['due', null]);
    expect(on_the_way).toMatchObject({ count: 1, orders: [{ version: 1 }] });
    const delivered = await actOnAll('deliver', on_the_way.orders);
    expect(delivered.body.outcomes).toMatchObject([{ refused: null }]);
    const after = (await preview(LIST)).body;
    expect(after.on_the_way).toEqual({ count: 0, orders: [] });
    expect(after.groups.matched).toMatchObject({ count: 2, amount: 1996 });
  });

  test('says what is written where an amount cannot be read, and matches order numbers and any spelling of a parcel’s, each order once', async () => {
    const { lines } = (await groupsOf(listOf('1 499.00 DR'))).unknown;
    expect(lines).toMatchObject([{ reason: 'amount', written: '499.00 DR' }]);
    const { order_number } = await page(first);
    const list = `Order ID,Amount\n${order_number.toLowerCase()},998\ncash-1,998`;
    const { matched, unknown } = await groupsOf(list);
    expect(matched).toMatchObject({ count: 1, lines: [{ order_id: first }] });
    expect(unknown.lines).toMatchObject([{ line: 3, reason: 'twice' }]);
  });

  test('does not know money for an order that was settled by hand, until that is reopened or if it came before', async () => {
    const list = listOf('1 998');
    await byHand('settle');
    const { remitted, unknown } = await groupsOf(list);
    expect(remitted.count).toBe(0);
    expect(unknown.lines).toMatchObject([{ order_id: first, reason: 'settled' }]);
    await byHand('reopen');
    expect((await groupsOf(list)).matched.count).toBe(1);

    await post(LIST);
    await byHand('settle', second);
    const before = await groupsOf(listOf('2 900'));
    expect(before.remitted.lines).toMatchObject([{ order_id: second, reason: null }]);
    const rest = await groupsOf(listOf('2 98'));
    expect(rest.unknown.lines).toMatchObject([{ order_id: second, reason: 'settled' }]);
  });
});

describe('an uploaded file', () => {
  test('of 5 MB is refused before it is read, and one of a shopper is not parsed', async () => {
    const tooLarge = refused(413, 'payload_too_large');
    expect(await preview('x'.repeat(5_000_000))).toMatchObject(tooLarge);
    const large = { file: 'x'.repeat(MAX_FILE_BYTES) };
    const bySomebody = await sendList('previews', large, asha);
    expect(bySomebody).toMatchObject(refused(404, 'not_found'));
  });

  test('of 10,000 lines is matched within the time of a request, and its first lines are shown', async () => {
    const lines = Array.from({ length: 9_999 }, (_, i) => `TR${i}X,${i + 1}`);
    const { matched, unknown } = await groupsOf(`${listOf('1 998')}\n${lines.join('\n')}`);
    expect([matched.count, unknown.count, unknown.lines.length]).toEqual([1, 9_999, 200]);
  });
});

describe('what a courier owes', () => {
  const ages = async (): Promise<unknown[]> =>
    (await owed()).ages.map(({ orders, amount }: Record<string, unknown>) => [orders, amount]);
  const none = [0, 0];
  const collect = (order: string, days: number) =>
    rows(
      `update cod_collections set collected_at = now() - $2 * interval '24 hours' where order_id = $1`,
      [order, days],
    );

  test('is shown to the accountant with since when, and order by order', async () => {
    await rows(`update cod_collections set due_at = now() - interval '1 day' where order_id = $1`, [
      first,
    ]);
    expect(await owed()).toMatchObject({ due: 2, amount: 1996, overdue: 1, overdue_amount: 998 });
    const open = async (query: string) => (await get(`cash/orders?${query}`, accountant)).orders;
    expect(await open(`courier=${courier}`)).toMatchObject([
      { order_id: first, overdue: true, tracking_number: 'CASH1' },
      { order_id: second, overdue: false },
    ]);
    expect(await open(`after=${await cursorOf(first, 'collected_at')}`)).toMatchObject([
      { order_id: second },
    ]);
  });

  test('is summed by the days since the delivery', async () => {
    for (const [days, age] of [
      ...[[7.99, 0] as const, [8, 1] as const, [14.99, 1] as const],
      ...[[15, 2] as const, [30.99, 2] as const, [31, 3] as const],
    ]) {
      await collect(first, days);
      await collect(second, days);
      const expected = [0, 1, 2, 3].map((n) => (n === age ? [2, 1996] : none));
      expect(await ages(), `${days} days`).toEqual(expected);
    }
  });

  test('is what is missing of a short one, all of a disputed one, and not less because too much came for another', async () => {
    const third = await deliverThird();
    await collect(first, 10);
    await collect(second, 20);
    await post(listOf('1 1500', '2 900'));
    await byHand('dispute', third);
    expect([await ages(), (await owed()).amount]).toEqual([[[1, 998], none, [1, 98], none], 1096]);
  });

  test('is saved as CSV, and logged', async () => {
    await collect(second, 20);
    const { filename, csv } = await get('cash/export', accountant);
    expect(filename).toMatch(/^cash-\d{4}-\d\d-\d\d\.csv$/);
    const { name } = await owed();
    expect(csv).toBe(
      `\ufeffCourier,Since delivery,Orders,Owed\r\n${name},0–7 days,1,998\r\n${name},15–30 days,1,998\r\nTotal,,2,1996\r\n`,
    );
    expect(await logged('verb=export_cash')).toMatchObject([{ staff: accountant.shopper.email }]);
  });
});

test('orders that were settled by hand are listed page by page with who settled them and why, until they are reopened', async () => {
  const listed = async (query = '') =>
    (await get(`cash/orders?state=settled${query}`, accountant)).orders;
  await byHand('settle');
  await post(listOf('2 900'));
  await byHand('settle', second, 'Written off');
  const by = { staff: accountant.shopper.email, reason: 'Written off' };
  expect(await listed(`&courier=${courier}`)).toMatchObject([
    { order_id: second, state: 'settled', remitted_amount: 900, settled: by },
    { order_id: first, remitted_amount: 998, settled: { reason: 'Paid in cash' } },
  ]);
  expect((await get('cash/orders', accountant)).orders).toEqual([]);
  const next = await cursorOf(second, 'settled_at');
  expect(await listed(`&after=${next}`)).toMatchObject([{ order_id: first }]);
  await byHand('reopen', second, null);
  expect(await listed(`&after=${next}`)).toMatchObject([{ order_id: first }]);
  await byHand('reopen', first, null);
  expect(await listed()).toEqual([]);
  expect((await get('cash/orders', accountant)).orders).toMatchObject([
    { order_id: first, state: 'due', settled: null },
    { order_id: second, state: 'short' },
  ]);
});
