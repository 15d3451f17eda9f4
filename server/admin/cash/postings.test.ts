import { beforeEach, describe, expect, test } from 'vitest';
import { LIST, listOf, openCashShop } from '#test/cash-shop.ts';
import { refused } from '#test/checkout.ts';

/** What a courier has paid is posted once, whoever sends the list and however often. */
const cash = await openCashShop();
const { owner, accountant, rows, get, logged, handOverOrders, deliverThird } = cash;
const { look, groupsOf, post, undo, byHand, owed, cashOf, count } = cash;

let first: string;
let second: string;
beforeEach(async () => {
  ({ first, second } = await handOverOrders());
});

const changed = refused(409, 'changed_meanwhile');
const ordersIn = ({ lines }: { lines: { order_id: string }[] }) =>
  lines.map(({ order_id }) => order_id);
const postings = async () => (await get('cash/remittances', accountant)).remittances;
/** Of the postings, of their lines and of their orders. */
const sums = async () => {
  const [{ posted, lines, held }] = await rows(`
    select (select sum(amount) from cod_remittances)::text as posted,
      (select sum(amount) from cod_remittance_lines)::text as lines,
      (select sum(remitted_amount) from cod_collections)::text as held`);
  return [posted, lines, held];
};

test('posting a list marks its orders as paid, and the audit log names who posted it', async () => {
  const { body } = await post(LIST);
  const staff = accountant.shopper.email;
  expect(body).toMatchObject({ amount: 1898, orders: 2, reference: 'UTR77', staff });
  expect(await cashOf(first)).toEqual(['remitted', 998]);
  expect(await cashOf(second)).toEqual(['short', 900]);
  const entry = { subject_id: body.id, after: { amount: 1898 } };
  expect((await logged('verb=post_remittance'))[0]).toMatchObject(entry);
  expect(await post(listOf('2 98'))).toMatchObject(refused(409, 'reference_taken'));
  // A later list pays the rest.
  expect((await post(listOf('2 98'), { reference: 'UTR78' })).status).toBe(200);
  expect(await cashOf(second)).toEqual(['remitted', 998]);
});

test('of two people who post the same parcel at once, one succeeds and the other is shown what changed', async () => {
  const lists = [listOf('1 998'), `${listOf('1 998')}\nNOBODY,1`];
  const seen = await Promise.all(lists.map(look));
  const both = await Promise.all(
    lists.map((text, i) => post(text, { reference: `UTR${i}`, seen: seen[i] })),
  );
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await count('cod_remittances')).toBe(1);
  expect(await cashOf(first)).toEqual(['remitted', 998]);
});

test('the posting, its lines and its orders have the same sum, to the paisa', async () => {
  await post('AWB,Amount\nCASH1,0.10\nCASH2,"1,000.20"');
  expect(await sums()).toEqual(['1000.30', '1000.30', '1000.30']);
  expect(await postings()).toMatchObject([{ amount: 1000.3 }]);
  expect((await owed()).amount).toBe(997.9);
});

describe('posting the same list twice', () => {
  test('changes nothing, even saved with other columns or by two people at once', async () => {
    const seen = await look(LIST);
    const both = await Promise.all([post(LIST, { seen }), post(LIST, { seen }, owner)]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    const again = LIST.replace('"₹998.00"', '998');
    const third = (await post(again, { reference: 'UTR78', seen })).body;
    expect(third).toMatchObject({ reference: 'UTR77', amount: 1898 });
    expect(new Set([...both.map(({ body }) => body.id), third.id]).size).toBe(1);
    expect(await count('cod_remittances')).toBe(1);
    expect(await cashOf(second)).toEqual(['short', 900]);
    expect(ordersIn((await groupsOf(LIST)).remitted)).toEqual([first, second]);
  });

  test('pays orders that were marked as delivered since, under the same reference', async () => {
    await post(LIST);
    const third = await deliverThird();
    const more = { seen: await look(LIST) };
    const rest = await post(LIST, more);
    expect(rest).toMatchObject({ status: 200, body: { amount: 998, orders: 1 } });
    expect(await cashOf(third)).toEqual(['remitted', 998]);
    expect((await post(LIST, more)).body.id).toBe(rest.body.id); // the answer was lost
    expect(await count('cod_remittances')).toBe(2);
  });

  test('is refused if a line shown as new was settled since, even if the count is the same', async () => {
    const list = listOf('1 998', '3 998');
    await post(list);
    const third = await deliverThird();
    const seen = await look(list);
    await byHand('settle', third);
    expect(await post(list, { seen })).toMatchObject(changed);
    expect(await count('cod_remittances')).toBe(1);
  });

  test('leaves an order that the courier paid by half at half; another list pays the other half, though as large', async () => {
    const half = listOf('1 499');
    await post(half);
    const groups = await groupsOf(half);
    expect(groups).toMatchObject({ matched: { count: 0 }, different: { count: 0 } });
    expect(ordersIn(groups.remitted)).toEqual([first]);
    expect(await post(half)).toMatchObject(changed);
    expect(await cashOf(first)).toEqual(['short', 499]);
    expect((await post(`${half}\nNOBODY,1`, { reference: 'UTR78' })).status).toBe(200);
    expect(await cashOf(first)).toEqual(['remitted', 998]);
  });
});

test('a longer list that repeats lines of an earlier one does not count them twice, unless that was undone', async () => {
  const longer = `${LIST}\nNOBODY2,7,UTR77`;
  const { body } = await post(LIST);
  const groups = await groupsOf(longer);
  expect(groups).toMatchObject({ matched: { count: 0 }, different: { count: 0 } });
  expect(ordersIn(groups.remitted)).toEqual([first, second]);
  await undo(body.id);
  expect(await groupsOf(longer)).toMatchObject({ matched: { count: 1 }, different: { count: 1 } });
});

describe('undoing a posting', () => {
  test('restores its orders and posts its reversal; the list can be posted again', async () => {
    const { id } = (await post(LIST)).body;
    for (const _ of ['once', 'sent again'])
      expect((await undo(id)).body.undone_at).toEqual(expect.any(String));
    for (const order of [first, second]) expect(await cashOf(order)).toEqual(['due', null]);
    expect(await postings()).toMatchObject([{ amount: -1898 }, { amount: 1898 }]);
    expect((await post(LIST)).status).toBe(200);
    expect(await sums()).toEqual(['1898.00', '1898.00', '1898.00']);
  });

  test('is refused once another step was taken with one of its orders, and the refusal says what to do', async () => {
    const { id } = (await post(LIST)).body;
    for (const step of ['settle', 'dispute', '']) {
      if (step) await byHand(step, second);
      else await post(listOf('2 98'), { reference: 'UTR78' });
      const refusal = await undo(id);
      expect(refusal).toMatchObject(changed);
      expect(refusal.body.error.message).toMatch(/First reopen .* undo later lists/);
      if (step) await byHand('reopen', second);
    }
    expect(await cashOf(first)).toEqual(['remitted', 998]);
  });
});

describe('by hand', () => {
  test('the accountant settles and disputes an order, and takes both back', async () => {
    for (const [action, id, status, state] of [
      ['settle', first, 204, ['remitted', 998]],
      ['settle', first, 409, ['remitted', 998]],
      ['reopen', first, 204, ['due', null]],
      ['dispute', first, 204, ['disputed', null]],
      ['reopen', first, 204, ['due', null]],
      [LIST, first, 200, ['remitted', 998]],
      ['reopen', first, 409, ['remitted', 998]],
      ['settle', second, 204, ['remitted', 900]],
      ['reopen', second, 204, ['short', 900]],
    ] as const) {
      const answer = await (action === LIST ? post(LIST) : byHand(action, id));
      expect([answer.status, await cashOf(id)], action).toEqual([status, state]);
    }
    for (const note of [null, '  '])
      expect((await byHand('settle', second, note)).body.error.fields).toEqual({ note: 'Say why' });
  });

  test('somebody settles an order for which the courier paid too much: it is disputed until then', async () => {
    await post(listOf('1 1000'));
    expect(await cashOf(first)).toEqual(['disputed', 1000]);
    expect(await byHand('reopen')).toMatchObject(changed);
    await byHand('settle');
    expect(await cashOf(first)).toEqual(['remitted', 1000]);
    await byHand('reopen');
    expect(await cashOf(first)).toEqual(['disputed', 1000]);
  });
});
