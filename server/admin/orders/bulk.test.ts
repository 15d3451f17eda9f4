import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { BulkOutcome } from '#contract/admin/order-actions.ts';
import { holdLock } from '#test/locks.ts';
import { fillOrders } from '#test/many-orders.ts';
import { openTestShop, type TestShop, type TestShopper } from '#test/shop.ts';
import { newStaff } from '#test/staff.ts';

/** The most orders of one request. */
const MAX_ORDERS = 200;

let shop: TestShop;
let owner: TestShopper;
let ids: string[];

beforeAll(async () => {
  shop = await openTestShop();
  owner = await newStaff(shop, 'owner');
  await fillOrders(shop.db.owner, MAX_ORDERS);
  ids = (await shop.db.owner.query('select id from orders order by id')).rows.map(({ id }) => id);
});

beforeEach(() => shop.db.owner.query(`update orders set fulfilment = 'pending', version = 0`));

async function act(verb: string, of: string[], version: number, more = {}) {
  const items = of.map((id) => ({ id, version }));
  const { status, body } = await owner.request('POST', '/api/admin/orders/actions', {
    verb,
    items,
    ...more,
  });
  const outcomes: BulkOutcome[] = body.outcomes;
  return { status, body, outcomes };
}

describe('200 orders in one request', () => {
  test('are all confirmed, packed, unpacked and cancelled, each with its own outcome', async () => {
    for (const [version, verb] of ['confirm', 'pack', 'unpack', 'cancel'].entries()) {
      const { outcomes } = await act(verb, ids, version, verb === 'cancel' && { reason: 'other' });
      expect(outcomes.map(({ id }) => id)).toEqual(ids);
      for (const each of outcomes)
        expect(each).toMatchObject({ refused: null, version: version + 1 });
    }
    const { rows } = await shop.db.owner.query(
      `select kind, count(*)::int as n from order_events where staff_id is not null group by 1 order by 1`,
    );
    expect(rows).toEqual(
      ['cancel', 'confirm', 'pack', 'unpack'].map((kind) => ({ kind, n: MAX_ORDERS })),
    );
  });

  test('are done except for one that somebody else has locked', async () => {
    const [first = '', held = '', ...rest] = ids.slice(0, 5);
    const lock = await holdLock(shop.db.owner, 'select from orders where id = $1 for update', [
      held,
    ]);
    const { outcomes } = await act('confirm', [first, held, ...rest], 0);
    await lock.release();
    expect(outcomes.map(({ id, refused }) => [id, refused?.code ?? 'done'])).toEqual([
      [first, 'done'],
      [held, 'unavailable'],
      ...rest.map((id) => [id, 'done']),
    ]);
    expect(outcomes[1]).toMatchObject({ version: 0, fulfilment: 'pending' });
  });

  test('are done except for one that a colleague has changed: its outcome says what was done and by whom', async () => {
    const [changed = '', untouched = ''] = ids.slice(10, 12);
    await act('confirm', [changed], 0);
    const { outcomes } = await act('confirm', [changed, untouched], 0);
    expect(outcomes).toMatchObject([
      {
        refused: { code: 'order_changed' },
        fulfilment: 'confirmed',
        last: { kind: 'confirm', actor: 'staff' },
      },
      { refused: null },
    ]);
  });

  test('take at most 15 seconds; orders that were not reached are reported as not done', async () => {
    const [first = '', ...held] = ids.slice(0, 40);
    const lock = await holdLock(shop.db.owner, 'select from orders where id = any($1) for update', [
      held.slice(0, -1),
    ]);
    const { outcomes } = await act('confirm', [first, ...held], 0);
    await lock.release();
    expect(outcomes).toHaveLength(40);
    expect(outcomes[0]?.refused).toBeNull();
    // The last one is not locked.
    expect(outcomes.at(-1)).toMatchObject({
      refused: { code: 'unavailable', message: expect.stringContaining('Not reached') },
      version: 0,
      fulfilment: 'pending',
    });
  });

  test('fail as one request if none of them can be done', async () => {
    const [held = ''] = ids;
    const lock = await holdLock(shop.db.owner, 'select from orders where id = $1 for update', [
      held,
    ]);
    const { status, body } = await act('confirm', [held], 0);
    await lock.release();
    expect([status, body.error.code]).toEqual([503, 'unavailable']);
  });
});
