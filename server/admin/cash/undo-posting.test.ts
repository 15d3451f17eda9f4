import { beforeEach, describe, expect, test } from 'vitest';
import { LIST, openCashShop } from '#test/cash-shop.ts';

const { shop, handOverOrders, post, undo, postings, byHand, cashOf } = await openCashShop();

let first: string;
let second: string;
beforeEach(async () => {
  ({ first, second } = await handOverOrders());
});

describe('undoing a posting', () => {
  test('restores its orders and posts its reversal; the list can be posted again', async () => {
    const { body } = await post(LIST);
    expect(await undo(body.id)).toMatchObject({
      status: 200,
      body: { undone_at: expect.any(String) },
    });
    expect(await undo(body.id)).toMatchObject({ status: 200 }); // sent twice
    expect(await cashOf(first)).toEqual({ state: 'due', remitted_amount: null });
    expect(await cashOf(second)).toEqual({ state: 'due', remitted_amount: null });
    const { remittances } = await postings();
    expect(remittances.map(({ amount }) => amount)).toEqual([-1898, 1898]);
    expect(await post(LIST)).toMatchObject({ status: 200 });
    const sums = await shop.db.owner.query(
      `select (select sum(amount) from cod_remittances)::float8 as posted,
         (select sum(amount) from cod_remittance_lines)::float8 as lines,
         (select sum(remitted_amount) from cod_collections)::float8 as held`,
    );
    expect(sums.rows[0]).toEqual({ posted: 1898, lines: 1898, held: 1898 });
  });

  test('is refused once another step was taken with one of its orders, and the refusal says what to do', async () => {
    const { body } = await post(LIST);
    const { rows } = await shop.db.owner.query('select order_number from orders where id = $1', [
      second,
    ]);
    const number = rows[0].order_number;
    await byHand('settle', second);
    expect(await undo(body.id)).toMatchObject({
      status: 409,
      body: {
        error: {
          code: 'changed_meanwhile',
          message: `${number} was settled by hand since: reopen it under “Settled by hand” first.`,
        },
      },
    });
    await byHand('reopen', second);
    await byHand('dispute', second);
    expect((await undo(body.id)).body.error.message).toBe(
      `${number} was disputed since: end the dispute first.`,
    );
    await byHand('reopen', second);
    await post('AWB,Amount\nCASH2,98', { reference: 'UTR78' });
    expect((await undo(body.id)).body.error.message).toBe(
      `${number} came with a later list: undo that list first.`,
    );
    expect(await cashOf(first)).toEqual({ state: 'remitted', remitted_amount: 998 });
  });
});
