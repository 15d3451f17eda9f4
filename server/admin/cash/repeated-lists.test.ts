import { beforeEach, describe, expect, test } from 'vitest';
import { LIST, openCashShop } from '#test/cash-shop.ts';
import { refused } from '#test/checkout.ts';
import { holdLock, untilWaiting } from '#test/locks.ts';

const {
  shop,
  owner,
  handOverOrders,
  deliverThird,
  preview,
  look,
  post,
  undo,
  byHand,
  cashOf,
  count,
} = await openCashShop();

let first: string;
let second: string;
beforeEach(async () => {
  ({ first, second } = await handOverOrders());
});

describe('posting the same list twice', () => {
  test('changes nothing, even saved with other columns', async () => {
    const seen = await look(LIST);
    const { body } = await post(LIST, { seen });
    const again = await post(LIST.replace('"₹998.00"', '998'), { reference: 'UTR78', seen });
    expect(again).toMatchObject({
      status: 200,
      body: { id: body.id, reference: 'UTR77', amount: 1898 },
    });
    expect(await count('cod_remittances')).toBe(1);
    expect(await cashOf(second)).toEqual({ state: 'short', remitted_amount: 900 });
    expect((await preview(LIST)).body.groups.remitted.lines).toMatchObject([
      { order_id: first },
      { order_id: second },
    ]);
  });

  test('by two people at once makes one posting', async () => {
    const seen = await look(LIST);
    const both = await Promise.all([post(LIST, { seen }), post(LIST, { seen }, owner)]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(both[0].body.id).toBe(both[1].body.id);
    expect(await count('cod_remittances')).toBe(1);
  });

  test('pays orders that were marked as delivered since, under the same reference', async () => {
    await post(LIST);
    const third = await deliverThird();
    const more = { seen: await look(LIST) };
    const rest = await post(LIST, more);
    expect(rest).toMatchObject({ status: 200, body: { amount: 998, orders: 1 } });
    expect(await cashOf(third)).toEqual({ state: 'remitted', remitted_amount: 998 });
    expect((await post(LIST, more)).body.id).toBe(rest.body.id); // the answer was lost
    expect(await count('cod_remittances')).toBe(2);
  });

  test('is refused if a line shown as new was settled since, even if the count is the same', async () => {
    const list = 'AWB,Amount\nCASH1,998\nCASH3,998';
    await post(list);
    const third = await deliverThird();
    const seen = await look(list);
    await byHand('settle', third);
    expect(await post(list, { seen })).toMatchObject(refused(409, 'changed_meanwhile'));
    expect(await count('cod_remittances')).toBe(1);
  });

  test('posts no order that is delivered while it runs: nobody has seen it', async () => {
    const seen = await look(LIST);
    const lock = await holdLock(shop.db.owner, 'lock table cod_remittances in share mode');
    const posting = post(LIST, { seen });
    const answered = posting.then(() => 'answered');
    await Promise.race([answered, untilWaiting(shop.db.owner, { words: 'post_remittance' })]);
    const { rows } = await shop.db.owner
      .query(
        `insert into cod_collections (order_id, amount, due_at)
         select id, total_amount, now() from orders where fulfilment = 'shipped' returning order_id`,
      )
      .finally(lock.release);
    const { status, body } = await posting;
    // Where the lock was held for too long, it begins again, sees the third order, and asks to look again.
    const posted = status === 409 ? { amount: undefined, lines: 0 } : { amount: 1898, lines: 2 };
    expect({ amount: body.amount, lines: await count('cod_remittance_lines') }).toEqual(posted);
    expect(await cashOf(rows[0].order_id)).toEqual({ state: 'due', remitted_amount: null });
  });

  test('leaves an order that the courier paid by half at half', async () => {
    const half = 'AWB,Amount\nCASH1,499';
    await post(half);
    const { body } = await preview(half);
    expect(body.groups).toMatchObject({ matched: { count: 0 }, different: { count: 0 } });
    expect(body.groups.remitted.lines).toMatchObject([{ order_id: first }]);
    expect(await post(half)).toMatchObject(refused(409, 'changed_meanwhile'));
    expect(await cashOf(first)).toEqual({ state: 'short', remitted_amount: 499 });
  });
});

describe('posting a list that repeats lines of an earlier one', () => {
  const secondList = `${LIST}\nNOBODY2,7,UTR77`;

  test('does not count the same money twice', async () => {
    await post(LIST);
    const { body } = await preview(secondList);
    expect(body.groups).toMatchObject({ matched: { count: 0 }, different: { count: 0 } });
    expect(body.groups.remitted.lines.map((line: { order_id: string }) => line.order_id)).toEqual([
      first,
      second,
    ]);
  });

  test('pays the other half of an order, even if it is as large as the first', async () => {
    await post('AWB,Amount\nCASH1,499');
    expect(await post('AWB,Amount\nCASH1,499\nNOBODY,1', { reference: 'UTR78' })).toMatchObject({
      status: 200,
    });
    expect(await cashOf(first)).toEqual({ state: 'remitted', remitted_amount: 998 });
  });

  test('counts a line again after the earlier list was taken back', async () => {
    const { body } = await post(LIST);
    await undo(body.id);
    expect((await preview(secondList)).body.groups).toMatchObject({
      matched: { count: 1 },
      different: { count: 1 },
    });
  });
});
