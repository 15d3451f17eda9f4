import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { FULFILMENTS } from '#domain/fulfilment.ts';
import { timelineTokens } from '#server/orders/order-tokens.ts';
import { refused } from '#test/checkout.ts';
import { holdLock } from '#test/locks.ts';
import { SECRET, type TestShopper } from '#test/shop.ts';
import { openStaffedShop } from '#test/staff.ts';

/** The steps of an order, each alone and many in one request. */
const staffed = await openStaffedShop();
const { shop, owner, packer, accountant, rows, place, act, go, actOnAll } = staffed;
const { get, page, logged, stockOf, refundByHand } = staffed;

let id: string;
let asha: TestShopper;
beforeEach(async () => {
  await rows('delete from jobs.job; update products set stock = 100');
  ({ id, shopper: asha } = await place());
});

const note = (text: string, key: string = randomUUID()) =>
  owner.request('POST', `/api/admin/orders/${id}/notes`, { text }, { 'idempotency-key': key });
const cancelByShopper = () => asha.request('POST', `/api/orders/${id}/cancellation`, {});
const kindsOf = (events: { kind: string }[]) => events.map(({ kind }) => kind);

test('shoppers read one of their six words for each state', async () => {
  const expected: Record<(typeof FULFILMENTS)[number], string> = {
    ...{ pending: 'pending', confirmed: 'confirmed', packed: 'processing', shipped: 'shipped' },
    ...{ returning: 'shipped', delivered: 'delivered', returned: 'cancelled' },
    ...{ lost: 'cancelled', cancelled: 'cancelled' },
  };
  const set = 'update orders set fulfilment = $2 where id = $1 returning status';
  for (const state of FULFILMENTS)
    expect(await rows(set, [id, state])).toEqual([{ status: expected[state] }]);
});

test('each step from placed to delivered makes an event, a new version and an audit entry; the email about it waits a minute', async () => {
  expect((await act(id, 'confirm')).body).toMatchObject({ fulfilment: 'confirmed', version: 1 });
  const packed = await act(id, 'pack', { who: packer });
  expect(packed.body).toMatchObject({ fulfilment: 'packed', version: 2 });
  const emails = () =>
    rows(
      `select extract(epoch from start_after - created_on)::int as delay
       from jobs.job where name = 'order-mail' and data ->> 'order_id' = $1`,
      [id],
    );
  expect(await emails()).toHaveLength(1); // none about an internal step
  expect((await act(id, 'hand_over', { who: packer })).status).toBe(200);
  expect(await emails()).toEqual([{ delay: 60 }, { delay: 60 }]);
  expect(await page(id)).toMatchObject({ fulfilment: 'shipped', to_collect: 998 });
  const delivered = await go(id, 'attempt_failed', 'deliver');
  expect(delivered).toMatchObject({
    ...{ status: 'delivered', payment_status: 'paid', to_collect: null },
    cash: { state: 'due', amount: 998 },
  });
  const steps = ['confirm', 'pack', 'hand_over', 'attempt_failed', 'deliver'];
  expect(kindsOf(delivered.events)).toEqual(['placed', ...steps]);
  const entries = (await logged(`subject_id=${id}`)).toReversed();
  expect(entries.map(({ verb }: { verb: string }) => verb)).toEqual(steps);
  expect(entries[1]).toMatchObject({
    staff: packer.shopper.email,
    before: { fulfilment: 'confirmed' },
    after: { fulfilment: 'packed' },
  });
});

test('of two staff members who change one order one succeeds, and the other is shown what happened', async () => {
  await go(id, 'confirm');
  const pack = act(id, 'pack', { who: packer, version: 1 });
  const answers = await Promise.all([act(id, 'cancel', { version: 1 }), pack]);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const error = answers.find(({ status }) => status !== 200)?.body.error;
  // A packer does not see an order that was cancelled before the packer's request.
  expect(['order_changed', 'order_not_found']).toContain(error?.code);

  await note('Changes no version');
  const { fulfilment } = await page(id);
  const stale = await act(id, 'cancel', { version: 0 });
  expect(stale).toMatchObject(refused(409, 'order_changed'));
  const kind = fulfilment === 'packed' ? 'pack' : 'cancel';
  const now = { version: 2, fulfilment, last: { kind, actor: 'staff' } };
  expect(stale.body.error.order).toMatchObject(now);
});

test('cancelling puts the pieces back into stock once, also with concurrent requests', async () => {
  const before = await stockOf();
  const cancel = () => act(id, 'cancel', { version: 0 });
  const answers = await Promise.all([cancel(), cancel(), cancelByShopper(), cancelByShopper()]);
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(2);
  expect(await stockOf()).toBe(before + 2);
  expect(kindsOf((await page(id)).events)).toEqual(['placed', 'cancel']);
});

test('the shopper cancels until the parcel is handed over', async () => {
  await go(id, 'hand_over');
  expect(await cancelByShopper()).toMatchObject(refused(409, 'not_allowed_now'));
  await go(id, 'undo');
  const events = [{ kind: 'placed' }, { kind: 'cancel', by_shopper: true }];
  const body = { status: 'cancelled', can_cancel: false, events };
  expect(await cancelByShopper()).toMatchObject({ status: 200, body });
});

test('of a hand-over and the shopper’s cancellation at the same moment one succeeds', async () => {
  const [handedOver, cancelled] = await Promise.all([
    act(id, 'hand_over', { version: 0 }),
    cancelByShopper(),
  ]);
  expect([handedOver.status, cancelled.status].sort()).toEqual([200, 409]);
  const { fulfilment } = await page(id);
  const expected = handedOver.status === 200 ? ['shipped', 98] : ['cancelled', 100];
  expect([fulfilment, await stockOf()]).toEqual(expected);
});

test('receiving a parcel back puts its good pieces into stock', async () => {
  const { order_items } = await go(id, 'hand_over', 'return_to_origin');
  const before = await stockOf();
  const good = [{ item: order_items[0].id, pieces: 1 }];
  const returned = {
    fulfilment: 'returned',
    status: 'cancelled',
    shipments: [{ state: 'returned' }],
  };
  expect((await act(id, 'receive_back', { good })).body).toMatchObject(returned);
  expect(await stockOf()).toBe(before + 1);
});

test('a delivery cannot be undone once its cash was remitted or refunded', async () => {
  await go(id, 'hand_over', 'deliver');
  const cash = (state: string) =>
    rows('update cod_collections set state = $2 where order_id = $1', [id, state]);
  await cash('remitted');
  expect(await act(id, 'undo')).toMatchObject(refused(409, 'not_allowed_now'));
  await cash('due');
  await refundByHand(id, 998);
  expect(await act(id, 'undo')).toMatchObject(refused(409, 'not_allowed_now'));
  expect(await page(id)).toMatchObject({ undo: null, verbs: ['receive_return'] });
});

test('a note that is repeated after a lost answer is written once, and the log has it without its text', async () => {
  const key = 'one-key-of-a-note';
  const sent = await Promise.all([note('Rang twice', key), note('Rang twice', key)]);
  for (const { body } of sent) expect(kindsOf(body.events)).toEqual(['placed', 'note']);
  expect(await note('Something else', key)).toMatchObject(refused(409, 'idempotency_key_reused'));
  const entries = await logged(`subject_id=${id}`);
  expect(entries).toMatchObject([{ verb: 'note', staff: owner.shopper.email }]);
  expect(JSON.stringify(entries)).not.toContain('Rang');
  expect(kindsOf((await note('Rang twice')).body.events)).toEqual(['placed', 'note', 'note']);
});

test('a packer sees neither unconfirmed nor delivered orders, and no amounts', async () => {
  const read = () => packer.request('GET', `/api/admin/orders/${id}`);
  expect((await read()).status).toBe(404);
  await go(id, 'confirm');
  expect((await read()).body).toMatchObject({
    ...{ total_amount: null, email: null, customer: null, refundable: null },
    order_items: [{ price: null, subtotal: null }],
    verbs: ['pack', 'hand_over'],
  });
  const { orders } = await get('orders?queue=to_pack', packer);
  const row = orders.find((each: { id: string }) => each.id === id);
  expect(row).toMatchObject({ phone: '•••• 3210', total_amount: null });
  expect(await act(id, 'cancel', { who: packer })).toMatchObject(refused(403, 'not_permitted'));
  await go(id, 'hand_over', 'deliver');
  expect((await read()).status).toBe(404);
});

test('an accountant sees amounts and cities, but no names or streets', async () => {
  await note('Asha rang');
  const seen = await page(id, accountant);
  const hidden = { shipping_address: null, email: null, customer: null, verbs: [] };
  expect(seen).toMatchObject({ ...hidden, total_amount: 998, place: { city: 'Mumbai' } });
  for (const each of [seen, await get('orders', accountant)])
    expect(JSON.stringify(each)).not.toMatch(/Asha|Hill Road|98765 ?43210/);
});

test('the timeline behind an email’s link contains no personal data', async () => {
  const tokens = timelineTokens(SECRET, Date.now);
  const old = timelineTokens(SECRET, () => Date.now() - 91 * 86_400_000);
  await go(id, 'hand_over');
  const ask = (token: string) => shop.app.request(`/api/order-timelines/${token}`);
  const text = await (await ask(tokens.make(id))).text();
  const timeline = JSON.parse(text);
  expect(kindsOf(timeline.events)).toEqual(['placed', 'pack', 'hand_over']);
  expect(text).not.toMatch(/Asha|Mumbai|9876543210|example\.com/);
  // Checked by field: in the text, the amount 998 could be the milliseconds of a time.
  expect(timeline).not.toHaveProperty('total_amount');
  for (const { amount } of timeline.events) expect(amount).toBeNull();
  for (const wrong of ['x', `${tokens.make(id).slice(0, -1)}~`, old.make(id)])
    expect((await ask(wrong)).status, wrong).toBe(404);
});

describe('a bulk request', () => {
  const each = (ids: string[], version = 0) => ids.map((id) => ({ id, version }));

  test('confirms, packs, unpacks and cancels many orders, each with its own outcome, and takes no more than 200', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 10; n += 1) ids.push((await place([['2', 1]])).id);
    for (const [version, verb] of ['confirm', 'pack', 'undo', 'cancel'].entries()) {
      const reason = verb === 'cancel' ? { reason: 'other' } : {};
      const { outcomes } = (await actOnAll(verb, each(ids, version), reason)).body;
      expect(outcomes).toMatchObject(
        ids.map((id) => ({ id, refused: null, version: version + 1 })),
      );
    }
    const steps = ['placed', 'confirm', 'pack', 'unpack', 'cancel'];
    for (const id of ids) expect(kindsOf((await page(id)).events)).toEqual(steps);
    const more = each(Array.from({ length: 201 }, () => id));
    expect(await actOnAll('pack', more)).toMatchObject(refused(400, 'invalid_input'));
  });

  test('leaves out an order that somebody has locked and one that was changed, and says by whom', async () => {
    const [held, changed, last] = [(await place()).id, (await place()).id, (await place()).id];
    await go(changed, 'cancel');
    const hold = 'select from orders where id = $1 for update';
    const lock = await holdLock(shop.db.owner, hold, [held]);
    const { outcomes } = (await actOnAll('pack', each([id, held, changed, last]))).body;
    const alone = await actOnAll('pack', each([held]));
    await lock.release();
    const by = { kind: 'cancel', actor: 'staff' };
    expect(outcomes).toMatchObject([
      { id, refused: null, fulfilment: 'packed', version: 1 },
      { id: held, refused: { code: 'unavailable' }, fulfilment: 'pending', version: 0 },
      { id: changed, refused: { code: 'order_changed' }, fulfilment: 'cancelled', last: by },
      { id: last, refused: null, fulfilment: 'packed' },
    ]);
    expect(alone).toMatchObject(refused(503, 'unavailable')); // none of its orders was done
  });
});
