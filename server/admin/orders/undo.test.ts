import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { UNDO_VERB_OF } from '#domain/order-verbs.ts';
import { submit, toCheckout } from '#test/checkout.ts';
import { openTestShop, type TestShop, type TestShopper } from '#test/shop.ts';
import { newStaff } from '#test/staff.ts';

/** Which undo belongs to a step, and which state it restores. The orders are paid in cash. */
let shop: TestShop;
let owner: TestShopper;
let packer: TestShopper;
let asha: TestShopper;
let courier: string;

beforeAll(async () => {
  shop = await openTestShop();
  owner = await newStaff(shop, 'owner');
  packer = await newStaff(shop, 'packer');
  asha = await shop.newShopper();
  courier = (await shop.db.owner.query('select id from couriers order by name limit 1')).rows[0].id;
});

let id: string;
beforeEach(async () => {
  await asha.request('DELETE', '/api/cart');
  id = (await submit(asha, await toCheckout(asha, [['1', 2]]))).body.id;
});

const row = async () =>
  (await shop.db.owner.query('select * from orders where id = $1', [id])).rows[0];

const MORE: Record<string, () => object> = {
  hand_over: () => ({ courier, tracking_number: `UNDO${crypto.randomUUID().slice(0, 8)}` }),
  attempt_failed: () => ({ reason: 'nobody_home' }),
  cancel: () => ({ reason: 'other' }),
};

/** Applies a verb with the order's present version. */
async function act(verb: string, who = owner) {
  const { version } = await row();
  const more = MORE[verb]?.() ?? {};
  return who.request('POST', `/api/admin/orders/${id}/actions`, { verb, version, ...more });
}

async function go(...verbs: string[]) {
  let body: Awaited<ReturnType<typeof act>>['body'];
  for (const verb of verbs) {
    const answer = await act(verb);
    expect(answer.status, `${verb} of ${verbs}: ${JSON.stringify(answer.body)}`).toBe(200);
    body = answer.body;
  }
  return body;
}

const refusedWith = (code: string) => ({ status: 409, body: { error: { code } } });
const shown = async () =>
  (await asha.request('GET', `/api/orders/${id}`)).body.events.map(
    ({ kind }: { kind: string }) => kind,
  );
const stock = async () =>
  (await shop.db.owner.query(`select stock from products where id = '1'`)).rows[0].stock;

test('the database has the same undo for each verb as the domain', async () => {
  const { rows } = await shop.db.owner.query(
    'select undoes, verb from order_verbs where undoes is not null',
  );
  expect(Object.fromEntries(rows.map(({ undoes, verb }) => [undoes, verb]))).toEqual(UNDO_VERB_OF);
});

const WAYS: [verb: string, before: string[], from: string][] = [
  ['pack', [], 'pending'],
  ['pack', ['confirm'], 'confirmed'],
  ['hand_over', [], 'pending'],
  ['hand_over', ['confirm'], 'confirmed'],
  ['hand_over', ['confirm', 'pack'], 'packed'],
  ['deliver', ['hand_over'], 'shipped'],
  ['deliver', ['hand_over', 'return_to_origin'], 'returning'],
  ['return_to_origin', ['hand_over'], 'shipped'],
  ['attempt_failed', ['hand_over'], 'shipped'],
  ['lose', ['hand_over'], 'shipped'],
  ['lose', ['hand_over', 'return_to_origin'], 'returning'],
  ['cancel', [], 'pending'],
  ['cancel', ['confirm'], 'confirmed'],
  ['cancel', ['confirm', 'pack'], 'packed'],
];

test.each(WAYS)(
  'undoing %s after %j restores the order completely, as %s',
  async (verb, before, from) => {
    await go(...before);
    const orderBefore = await row();
    const shownBefore = await shown();
    const stockBefore = await stock();
    const done = await go(verb);
    const undo = UNDO_VERB_OF[verb as keyof typeof UNDO_VERB_OF];
    expect(done.undo).toBe(undo);
    const undone = await go(undo ?? '');
    expect(undone.fulfilment).toBe(from);
    expect({ ...(await row()), version: 0 }).toEqual({ ...orderBefore, version: 0 });
    expect(await shown()).toEqual(shownBefore);
    expect(await stock()).toBe(stockBefore);
    // The next steps are possible as before.
    await go(verb);
  },
);

test('a step from before former states were stored is undone to the previous state', async () => {
  await go('pack', 'hand_over');
  await shop.db.owner.query('update order_events set from_state = null where order_id = $1', [id]);
  expect((await go('take_back')).fulfilment).toBe('packed');
  await shop.db.owner.query('update order_events set from_state = null where order_id = $1', [id]);
  expect((await go('unpack')).fulfilment).toBe('confirmed');
});

test('a packer can unpack an order that an owner packed unconfirmed, and can pack it again', async () => {
  await go('pack');
  const { status, body } = await act('unpack', packer);
  expect([status, body.fulfilment, body.verbs]).toEqual([200, 'confirmed', ['pack', 'hand_over']]);
});

test('the cash of a parcel that was coming back but is delivered after all is due', async () => {
  await go('hand_over', 'return_to_origin');
  const delivered = await go('deliver');
  expect(delivered).toMatchObject({
    fulfilment: 'delivered',
    payment_status: 'paid',
    cash: { state: 'due', amount: 998 },
    shipments: [{ state: 'delivered' }],
  });
  expect(await go('undeliver')).toMatchObject({
    payment_status: 'pending',
    cash: { state: 'void' },
    shipments: [{ state: 'returning' }],
  });
});

test('after the undo of a failed attempt the order is not late and the parcel can be taken back', async () => {
  const late = async () => {
    const { body } = await owner.request('GET', '/api/admin/orders?queue=late');
    return body.orders.map((each: { id: string }) => each.id).includes(id);
  };
  await go('hand_over', 'attempt_failed', 'attempt_failed');
  expect((await go('undo_attempt_failed')).shipments).toMatchObject([{ failed_attempts: 1 }]);
  expect(await late()).toBe(true);
  expect(await act('take_back')).toMatchObject(refusedWith('not_allowed_now'));
  await go('undo_attempt_failed');
  expect(await late()).toBe(false);
  expect(await act('undo_attempt_failed')).toMatchObject(refusedWith('not_allowed_now'));
  await go('take_back');
});

describe('a cancellation', () => {
  test('that is undone and repeated puts the pieces back into stock once each time', async () => {
    const before = await stock();
    await go('cancel', 'undo_cancel', 'cancel', 'undo_cancel', 'cancel');
    expect(await stock()).toBe(before + 2);
    const { body } = await owner.request('GET', '/api/admin/stock/1/movements');
    expect(body.slice(0, 5).map(({ delta }: { delta: number }) => delta)).toEqual([
      2, -2, 2, -2, 2,
    ]);
  });

  test('cannot be undone after the pieces were sold, and the message says so', async () => {
    await go('cancel');
    const left = await stock();
    const move = (delta: number, reason: string) =>
      shop.db.owner.query(
        `insert into stock_movements (product_id, delta, reason) values ('1', $1, $2)`,
        [delta, reason],
      );
    await move(1 - left, 'sample');
    expect(await act('undo_cancel')).toMatchObject({
      status: 409,
      body: {
        error: {
          code: 'stock_changed',
          message: expect.stringMatching(/sold since.*stays cancelled/),
        },
      },
    });
    expect(await stock()).toBe(1);
    await move(left - 1, 'received');
    await go('undo_cancel');
  });

  test('cannot be undone once its email may have been sent, and the message says so', async () => {
    await go('cancel');
    await shop.db.owner.query(
      `update orders set closed_at = now() - interval '50 seconds' where id = $1`,
      [id],
    );
    const { body } = await owner.request('GET', `/api/admin/orders/${id}`);
    expect(body).toMatchObject({ undo: null, verbs: [] });
    expect(await act('undo_cancel')).toMatchObject({
      status: 409,
      body: {
        error: {
          code: 'shopper_told',
          message: expect.stringMatching(/email can no longer be stopped/),
        },
      },
    });
  });

  test('by the shopper cannot be undone by staff', async () => {
    await asha.request('POST', `/api/orders/${id}/cancellation`, { reason: 'changed_mind' });
    const { body } = await owner.request('GET', `/api/admin/orders/${id}`);
    expect(body).toMatchObject({ fulfilment: 'cancelled', undo: null, verbs: [] });
    expect(await act('undo_cancel')).toMatchObject(refusedWith('not_allowed_now'));
  });
});
