import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { submit, toCheckout } from '#test/checkout.ts';
import { openTestShop, type TestShop, type TestShopper } from '#test/shop.ts';
import { newStaff } from '#test/staff.ts';

let shop: TestShop;
let owner: TestShopper;
let packer: TestShopper;
let asha: TestShopper;
let courier: string;

beforeAll(async () => {
  shop = await openTestShop();
  owner = await newStaff(shop, 'owner');
  packer = await newStaff(shop, 'packer');
  courier = (await shop.db.owner.query('select id from couriers order by name limit 1')).rows[0].id;
});

async function place(lines: [string, number][]): Promise<string> {
  const { body } = await submit(asha, await toCheckout(asha, lines));
  return body.id;
}

const act = (who: TestShopper, version: number, verb: string, more: object, of: string) =>
  who.request('POST', `/api/admin/orders/${of}/actions`, { verb, version, ...more });

let numbers = 0;
const parcel = () => {
  numbers += 1;
  return { courier, tracking_number: `RETURN${numbers}` };
};

const stockOf = async (product: string): Promise<number> =>
  (await shop.db.owner.query('select stock from products where id = $1', [product])).rows[0].stock;

describe('a return after the delivery', () => {
  let order: string;
  let first: string;
  let second: string;
  let version: number;
  beforeEach(async () => {
    asha = await shop.newShopper();
    order = await place([
      ['1', 2],
      ['2', 1],
    ]);
    await act(owner, 0, 'hand_over', parcel(), order);
    const { body } = await act(owner, 1, 'deliver', {}, order);
    version = body.version;
    [first, second] = body.order_items.map(({ id: item }: { id: string }) => item);
  });

  const giveBack = (...returned: [item: string, good: number, damaged: number][]) =>
    act(
      owner,
      version,
      'receive_return',
      { returned: returned.map(([item, good, damaged]) => ({ item, good, damaged })) },
      order,
    );
  const stocks = async (): Promise<[number, number]> => [await stockOf('1'), await stockOf('2')];
  const refund = (amount: number, of: number, reason = 'returned') =>
    owner.request(
      'POST',
      `/api/admin/orders/${order}/manual-refunds`,
      { version: of, amount, way: 'upi', reference: 'UTR9', reason },
      { 'idempotency-key': crypto.randomUUID() },
    );

  test('puts good pieces back into stock and makes the price due for a refund', async () => {
    const before = await stocks();
    const delivered = (await owner.request('GET', `/api/admin/orders/${order}`)).body;
    const { status, body } = await giveBack([first, 1, 1], [second, 0, 0]);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      fulfilment: 'delivered',
      status: 'delivered',
      version: version + 1,
      undo: 'undo_return',
      refund_due: 998,
      order_items: [
        { id: first, returned_good: 1, returned_damaged: 1 },
        { id: second, returned_good: 0, returned_damaged: 0 },
      ],
    });
    expect(body.verbs).toEqual(['receive_return', 'decline_refund', 'undo_return']);
    expect(body.events.at(-1)).toMatchObject({
      kind: 'receive_return',
      staff: owner.shopper.email,
      data: { good: { [first]: 1 }, damaged: { [first]: 1 }, restocked: 1 },
    });
    expect(await stocks()).toEqual([before[0] + 1, before[1]]);
    const { body: movements } = await owner.request('GET', '/api/admin/stock/1/movements');
    expect(movements[0]).toMatchObject({ delta: 1, reason: 'returned', order_id: order });
    const { body: log } = await owner.request('GET', `/api/admin/audit?subject_id=${order}`);
    expect(log.entries[0]).toMatchObject({ verb: 'receive_return', after: { restocked: 1 } });
    const { rows } = await shop.db.owner.query(
      `select delivered_at = (
         select at from order_events where order_id = orders.id and kind = 'deliver'
       ) as kept from orders where id = $1`,
      [order],
    );
    expect(rows).toEqual([{ kept: true }]);
    expect(delivered.refund_due).toBe(0);
  });

  test('is emailed to the customer', async () => {
    await giveBack([second, 1, 0]);
    const { body } = await asha.request('GET', `/api/orders/${order}`);
    expect(body.status).toBe('delivered');
    expect(body.events.at(-1)).toMatchObject({ kind: 'receive_return' });
    expect(JSON.stringify(body.events)).not.toContain('damaged');
  });

  test('can arrive in several parcels, but with no more pieces than were sold', async () => {
    expect((await giveBack([first, 1, 0])).status).toBe(200);
    version += 1;
    const { rows: elsewhere } = await shop.db.owner.query(
      'select id from order_items where order_id = $1',
      [await place([['1', 1]])],
    );
    const before = await stocks();
    for (const wrong of [
      await giveBack([first, 1, 1]),
      await giveBack([first, 2, 0]),
      await giveBack([second, 1, 0], [elsewhere[0].id, 1, 0]),
    ])
      expect(wrong).toMatchObject({ status: 409, body: { error: { code: 'not_allowed_now' } } });
    for (const wrong of [
      await giveBack([first, 0, 0]),
      await giveBack([first, 1, 0], [first, 1, 0]),
    ])
      expect(wrong).toMatchObject({ status: 400, body: { error: { code: 'invalid_input' } } });
    expect(await stocks()).toEqual(before);
    const { body } = await giveBack([first, 1, 0], [second, 1, 0]);
    expect(body.verbs).toEqual(['decline_refund', 'undo_return']);
    expect(await stocks()).toEqual([before[0] + 1, before[1] + 1]);
  });

  test('counts once if the request is repeated', async () => {
    const before = await stocks();
    const answers = await Promise.all([giveBack([first, 1, 0]), giveBack([first, 1, 0])]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await stocks()).toEqual([before[0] + 1, before[1]]);
  });

  test('prevents the undo of the delivery', async () => {
    await giveBack([first, 1, 0]);
    expect(await act(owner, version + 1, 'undeliver', {}, order)).toMatchObject({
      status: 409,
      body: { error: { code: 'not_allowed_now' } },
    });
  });

  test('can be undone with its stock, the last one first', async () => {
    const before = await stocks();
    await giveBack([first, 1, 0]);
    version += 1;
    await giveBack([first, 0, 1], [second, 1, 0]);
    const once = await act(owner, version + 1, 'undo_return', {}, order);
    expect(once.body).toMatchObject({ undo: 'undo_return', refund_due: 499 });
    const undone = { good: { [second]: 1 }, damaged: { [first]: 1 }, restocked: -1 };
    expect(once.body.events.at(-1)).toMatchObject({ kind: 'undo_return', data: undone });
    const { body: log } = await owner.request('GET', `/api/admin/audit?subject_id=${order}`);
    expect(log.entries[0]).toMatchObject({ verb: 'undo_return', after: undone });
    expect(await stocks()).toEqual([before[0] + 1, before[1]]);
    const twice = await act(owner, version + 2, 'undo_return', {}, order);
    expect(twice.body).toMatchObject({ undo: 'undeliver', refund_due: 0 });
    expect(twice.body.verbs).toEqual(['receive_return', 'undeliver']);
    expect(await stocks()).toEqual(before);
    const { body } = await asha.request('GET', `/api/orders/${order}`);
    expect(body.events.at(-1)).toMatchObject({ kind: 'deliver' });
  });

  test('cannot be undone after its pieces were sold, and the message says so', async () => {
    await giveBack([first, 1, 0]);
    const left = await stockOf('1');
    await shop.db.owner.query(
      `insert into stock_movements (product_id, delta, reason) values ('1', -$1::integer, 'sample')`,
      [left],
    );
    const undone = await act(owner, version + 1, 'undo_return', {}, order);
    expect(undone).toMatchObject({
      status: 409,
      body: { error: { code: 'stock_changed', message: expect.stringContaining('sold since') } },
    });
    await shop.db.owner.query(
      `insert into stock_movements (product_id, delta, reason) values ('1', $1::integer, 'received')`,
      [left],
    );
    expect((await act(owner, version + 1, 'undo_return', {}, order)).status).toBe(200);
  });

  test('cannot be undone after its refund, and nothing more is due', async () => {
    await giveBack([first, 1, 0]);
    const { body } = await refund(499, version + 1);
    expect(body).toMatchObject({ refund_due: 0, undo: null });
    expect(body.verbs).toEqual(['receive_return']);
    expect(await act(owner, version + 2, 'undo_return', {}, order)).toMatchObject({
      status: 409,
      body: { error: { code: 'not_allowed_now' } },
    });
  });

  test('makes due its price less earlier refunds for any reason', async () => {
    const { body: kind } = await refund(200, version, 'goodwill');
    expect(kind).toMatchObject({ refund_due: 0 });
    version += 1;
    const { body: back } = await giveBack([first, 1, 0]);
    expect(back).toMatchObject({ refund_due: 299, refundable: 1597, undo: 'undo_return' });
    const undone = await act(owner, version + 1, 'undo_return', {}, order);
    expect(undone.body).toMatchObject({ refund_due: 0, refundable: 1597 });
    version += 2;
    await giveBack([first, 1, 0]);
    const { body: paid } = await refund(299, version + 1);
    expect(paid).toMatchObject({ refund_due: 0, refundable: 1298 });
  });

  test('makes nothing due if more than its price was refunded before', async () => {
    await refund(600, version, 'goodwill');
    version += 1;
    expect((await giveBack([first, 1, 0])).body).toMatchObject({ refund_due: 0, refundable: 1197 });
    version += 1;
    expect((await giveBack([first, 1, 0])).body).toMatchObject({ refund_due: 398 });
  });

  test('can be received only by owners', async () => {
    expect(
      await act(
        packer,
        version,
        'receive_return',
        { returned: [{ item: first, good: 1, damaged: 0 }] },
        order,
      ),
    ).toMatchObject({ status: 404 });
  });
});
