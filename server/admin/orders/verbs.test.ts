import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { FULFILMENTS } from '#domain/fulfilment.ts';
import { TRANSITIONS, UNDO_SECONDS, VERB_ROLES, VERBS } from '#domain/order-verbs.ts';
import { timelineTokens } from '#server/orders/timeline-token.ts';
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

let id: string;
beforeEach(async () => {
  await shop.db.owner.query('delete from jobs.job; update products set stock = 100');
  asha = await shop.newShopper(); // a shopper may place only so many orders
  id = await place();
});

async function place(lines: [string, number][] = [['1', 2]]): Promise<string> {
  const { body } = await submit(asha, await toCheckout(asha, lines));
  return body.id;
}

const act = (who: TestShopper, version: number, verb: string, more: object = {}, of = id) =>
  who.request('POST', `/api/admin/orders/${of}/actions`, { verb, version, ...more });

const note = (text: string, key: string = randomUUID()) =>
  owner.request('POST', `/api/admin/orders/${id}/notes`, { text }, { 'idempotency-key': key });

let numbers = 0;
const parcel = () => {
  numbers += 1;
  return { courier, tracking_number: `TRACK${numbers}` };
};

const stockOf = async (product: string) =>
  (await shop.db.owner.query('select stock from products where id = $1', [product])).rows[0].stock;

describe('the domain and the database', () => {
  const all = async (query: string) => (await shop.db.owner.query(query)).rows;

  test('have the same transitions between the states of an order', async () => {
    const rows = await all(
      'select verb, from_state as from, to_state as to from order_transitions',
    );
    const sorted = (list: readonly object[]) => list.map((each) => JSON.stringify(each)).sort();
    expect(sorted(rows)).toEqual(sorted(TRANSITIONS));
  });

  test('allow each verb to the same roles', async () => {
    const rows = await all('select verb, roles from order_verbs');
    expect(Object.fromEntries(rows.map(({ verb, roles }) => [verb, roles]))).toEqual(VERB_ROLES);
    expect(rows).toHaveLength(VERBS.length);
  });

  test('allow the same seconds for undoing a cancellation', async () => {
    const waits = (seconds: number) =>
      all(`select mail_waits(now() - interval '${seconds} s') as waits`);
    expect(await waits(UNDO_SECONDS - 0.001)).toEqual([{ waits: true }]);
    expect(await waits(UNDO_SECONDS)).toEqual([{ waits: false }]);
  });

  test('give shoppers the same status for each state', async () => {
    const statuses: Record<string, unknown> = {};
    for (const state of FULFILMENTS) {
      const [row] = await all(
        `update orders set fulfilment = '${state}' where id = '${id}' returning status`,
      );
      statuses[state] = row?.status;
    }
    expect(statuses).toEqual({
      pending: 'pending',
      confirmed: 'confirmed',
      packed: 'processing',
      shipped: 'shipped',
      returning: 'shipped',
      delivered: 'delivered',
      returned: 'cancelled',
      lost: 'cancelled',
      cancelled: 'cancelled',
    });
  });
});

test('each step from placed to delivered makes an event, a new version and an audit entry', async () => {
  expect((await act(owner, 0, 'confirm')).body).toMatchObject({
    fulfilment: 'confirmed',
    version: 1,
  });
  expect((await act(packer, 1, 'pack')).body).toMatchObject({ fulfilment: 'packed', version: 2 });
  const handedOver = await act(packer, 2, 'hand_over', parcel());
  expect(handedOver.body).toMatchObject({ fulfilment: 'shipped', to_collect: 998 });
  const tried = await act(owner, 3, 'attempt_failed', { reason: 'nobody_home' });
  expect(tried.body.shipments).toMatchObject([{ state: 'handed_over', failed_attempts: 1 }]);
  const delivered = await act(owner, 4, 'deliver');
  expect(delivered.body).toMatchObject({
    fulfilment: 'delivered',
    status: 'delivered',
    payment_status: 'paid',
    to_collect: null,
    cash: { state: 'due', amount: 998 },
  });
  expect(delivered.body.events.map(({ kind }: { kind: string }) => kind)).toEqual([
    'placed',
    'confirm',
    'pack',
    'hand_over',
    'attempt_failed',
    'deliver',
  ]);
  const { rows } = await shop.db.owner.query(
    `select verb, staff_id, before ->> 'fulfilment' as before, after ->> 'fulfilment' as after
     from audit_log where subject_id = $1 order by id`,
    [id],
  );
  expect(rows.map(({ verb }) => verb)).toEqual([
    'confirm',
    'pack',
    'hand_over',
    'attempt_failed',
    'deliver',
  ]);
  expect(rows[1]).toEqual({
    verb: 'pack',
    staff_id: packer.shopper.userId,
    before: 'confirmed',
    after: 'packed',
  });
});

test('handing over an unpacked order records it as packed too', async () => {
  const { body } = await act(owner, 0, 'hand_over', parcel());
  expect(body.events.map(({ kind }: { kind: string }) => kind)).toEqual([
    'placed',
    'pack',
    'hand_over',
  ]);
});

describe('a hand-over that is repeated after a lost answer', () => {
  const eventsAndJobs = async () =>
    (
      await shop.db.owner.query(
        `select (select count(*) from order_events where order_id = $1) as events,
           (select count(*) from audit_log where subject_id = $1::text) as entries,
           (select count(*) from jobs.job) as jobs`,
        [id],
      )
    ).rows;

  test('gets the first answer and changes nothing more', async () => {
    const same = parcel();
    const first = await act(owner, 0, 'hand_over', same);
    expect(first.status).toBe(200);
    const before = await eventsAndJobs();
    const { status, body } = await act(owner, 0, 'hand_over', same);
    expect({ status, body }).toEqual({ status: 200, body: first.body });
    const { body: several } = await owner.request('POST', '/api/admin/orders/actions', {
      verb: 'hand_over',
      courier,
      items: [{ id, version: 0, tracking_number: same.tracking_number }],
    });
    expect(several.outcomes).toMatchObject([
      { id, refused: null, version: 1, fulfilment: 'shipped' },
    ]);
    expect(await eventsAndJobs()).toEqual(before);
  });

  test('does so also after later steps, but not after the parcel was taken back', async () => {
    const same = parcel();
    await act(owner, 0, 'hand_over', same);
    await act(owner, 1, 'attempt_failed', { reason: 'nobody_home' });
    expect(await act(owner, 0, 'hand_over', same)).toMatchObject({
      status: 200,
      body: { version: 2, fulfilment: 'shipped' },
    });
    await act(owner, 2, 'undo_attempt_failed');
    await act(owner, 3, 'take_back');
    expect((await act(owner, 0, 'hand_over', same)).body.error.code).toBe('order_changed');
  });

  test('is refused with another number or another courier', async () => {
    const same = parcel();
    await act(owner, 0, 'hand_over', same);
    const { rows } = await shop.db.owner.query('select id from couriers where id <> $1', [courier]);
    for (const other of [parcel(), { ...same, courier: rows[0].id }])
      expect((await act(owner, 0, 'hand_over', other)).body.error.code).toBe('order_changed');
  });
});

test('a tracking number belongs to one parcel until that parcel is taken back', async () => {
  const same = parcel();
  const other = await place();
  await act(owner, 0, 'hand_over', same);
  const taken = await act(owner, 0, 'hand_over', same, other);
  expect(taken).toMatchObject({ status: 409, body: { error: { code: 'tracking_number_taken' } } });
  await act(owner, 1, 'take_back');
  expect((await act(owner, 0, 'hand_over', same, other)).status).toBe(200);
});

test('of two staff members who change one order one succeeds, and the other is shown what happened', async () => {
  await act(owner, 0, 'confirm');
  const answers = await Promise.all([
    act(owner, 1, 'cancel', { reason: 'not_confirmed' }),
    act(packer, 1, 'pack'),
  ]);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const refused = answers.find(({ status }) => status !== 200);
  const { rows } = await shop.db.owner.query('select fulfilment from orders where id = $1', [id]);
  // A packer does not see an order that was cancelled before the packer's request.
  expect(['order_changed', 'order_not_found']).toContain(refused?.body.error.code);
  if (refused?.body.error.code === 'order_changed') {
    expect(refused.body.error.order).toMatchObject({
      id,
      version: 2,
      fulfilment: rows[0].fulfilment,
    });
  }
});

test('a stale version changes nothing, and the answer has the order’s present state', async () => {
  await act(owner, 0, 'confirm');
  await note('Changes no version');
  const { status, body } = await act(owner, 0, 'cancel', { reason: 'other' });
  expect(status).toBe(409);
  expect(body.error).toMatchObject({
    code: 'order_changed',
    order: { version: 1, fulfilment: 'confirmed', last: { kind: 'confirm', actor: 'staff' } },
  });
});

test.each(VERBS)('%s is refused in every state without such a transition', async (verb) => {
  const more =
    verb === 'hand_over'
      ? parcel()
      : verb === 'attempt_failed' || verb === 'cancel'
        ? { reason: 'other' }
        : verb === 'decline_refund'
          ? { reason: 'agreed' }
          : verb === 'receive_back'
            ? { good: [] }
            : verb === 'receive_return'
              ? { returned: [{ item: crypto.randomUUID(), good: 1, damaged: 0 }] }
              : {};
  for (const state of FULFILMENTS) {
    if (TRANSITIONS.some((each) => each.verb === verb && each.from === state)) continue;
    await shop.db.owner.query('update orders set fulfilment = $2 where id = $1', [id, state]);
    const { status, body } = await act(owner, 0, verb, more);
    expect([status, body.error?.code], state).toEqual([409, 'not_allowed_now']);
  }
});

describe('cancelling', () => {
  test('puts the pieces back into stock once, also with concurrent requests', async () => {
    const before = await stockOf('1');
    const answers = await Promise.all([
      act(owner, 0, 'cancel', { reason: 'out_of_stock' }),
      act(owner, 0, 'cancel', { reason: 'out_of_stock' }),
      asha.request('POST', `/api/orders/${id}/cancellation`, { reason: 'changed_mind' }),
      asha.request('POST', `/api/orders/${id}/cancellation`, {}),
    ]);
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(2);
    expect(await stockOf('1')).toBe(before + 2);
    const { rows } = await shop.db.owner.query(
      `select count(*)::int as events from order_events where order_id = $1 and kind = 'cancel'`,
      [id],
    );
    expect(rows).toEqual([{ events: 1 }]);
  });

  test('by the shopper is possible until the parcel is handed over', async () => {
    const cancel = () => asha.request('POST', `/api/orders/${id}/cancellation`, {});
    await act(owner, 0, 'hand_over', parcel());
    expect(await cancel()).toMatchObject({
      status: 409,
      body: { error: { code: 'not_allowed_now' } },
    });
    await act(owner, 1, 'take_back');
    expect(await cancel()).toMatchObject({
      status: 200,
      body: {
        status: 'cancelled',
        can_cancel: false,
        events: [{ kind: 'placed' }, { kind: 'cancel', by_shopper: true }],
      },
    });
  });

  test('is not possible for another shopper’s order', async () => {
    const bina = await shop.newShopper();
    const answer = await bina.request('POST', `/api/orders/${id}/cancellation`, {});
    expect(answer).toMatchObject({ status: 404, body: { error: { code: 'order_not_found' } } });
  });
});

test('receiving a parcel back puts its good pieces into stock', async () => {
  const order = await place([
    ['1', 2],
    ['2', 1],
  ]);
  await act(owner, 0, 'hand_over', parcel(), order);
  await act(owner, 1, 'return_to_origin', {}, order);
  const { body } = await owner.request('GET', `/api/admin/orders/${order}`);
  const [first, second] = body.order_items;
  const before = [await stockOf('1'), await stockOf('2')];
  const good = [{ item: first.id, pieces: 1 }];
  expect((await act(owner, 2, 'receive_back', { good }, order)).body).toMatchObject({
    fulfilment: 'returned',
    status: 'cancelled',
    shipments: [{ state: 'returned' }],
  });
  expect([await stockOf('1'), await stockOf('2')]).toEqual([(before[0] ?? 0) + 1, before[1]]);
  expect(second.quantity).toBe(1);
});

test('undoing a delivery removes its due cash', async () => {
  await act(owner, 0, 'hand_over', parcel());
  await act(owner, 1, 'deliver');
  expect((await act(owner, 2, 'undeliver')).body).toMatchObject({
    fulfilment: 'shipped',
    payment_status: 'pending',
    cash: { state: 'void' },
  });
  await act(owner, 3, 'deliver');
  await shop.db.owner.query(`update cod_collections set state = 'remitted' where order_id = $1`, [
    id,
  ]);
  expect((await act(owner, 4, 'undeliver')).body.error.code).toBe('not_allowed_now');
});

test('a delivery cannot be undone after its cash was refunded', async () => {
  await act(owner, 0, 'hand_over', parcel());
  await act(owner, 1, 'deliver');
  await owner.request(
    'POST',
    `/api/admin/orders/${id}/manual-refunds`,
    { version: 2, amount: 998, way: 'upi', reference: 'UTR1', reason: 'goodwill' },
    { 'idempotency-key': 'back-to-the-shopper' },
  );
  const undone = await act(owner, 3, 'undeliver');
  expect(undone).toMatchObject({ status: 409, body: { error: { code: 'not_allowed_now' } } });
  const { body } = await owner.request('GET', `/api/admin/orders/${id}`);
  expect(body).toMatchObject({ payment_status: 'refunded', undo: null, verbs: ['receive_return'] });
});

test('the audit log has a note without its text, which not every reader of the log may see', async () => {
  await note('Call before noon');
  const { body } = await owner.request('GET', `/api/admin/audit?subject_id=${id}`);
  expect(body.entries).toMatchObject([{ verb: 'note', staff: owner.shopper.email }]);
  expect(JSON.stringify(body.entries)).not.toContain('noon');
});

test('a note that is repeated after a lost answer is written once', async () => {
  const sent = await Promise.all([
    note('Rang twice', 'one-key-of-a-note'),
    note('Rang twice', 'one-key-of-a-note'),
  ]);
  expect(sent.map(({ status }) => status)).toEqual([200, 200]);
  const { body } = await note('Rang twice', 'one-key-of-a-note');
  const notes = body.events.filter(({ kind }: { kind: string }) => kind === 'note');
  expect(notes).toMatchObject([{ data: { text: 'Rang twice' } }]);
  const { body: log } = await owner.request('GET', `/api/admin/audit?subject_id=${id}`);
  expect(log.entries).toHaveLength(1);
  expect(await note('Something else', 'one-key-of-a-note')).toMatchObject({
    status: 409,
    body: { error: { code: 'idempotency_key_reused' } },
  });
  await note('Rang twice', 'another-key-of-a-note');
  expect((await note('x', 'third-key-of-a-note')).body.events.slice(-3)).toMatchObject([
    { data: { text: 'Rang twice' } },
    { data: { text: 'Rang twice' } },
    { data: { text: 'x' } },
  ]);
});

describe('a bulk request', () => {
  test('has a transaction and an outcome per order', async () => {
    const [second, third] = [await place(), await place()];
    await act(owner, 0, 'cancel', { reason: 'other' }, second);
    const items = [id, second, third].map((each) => ({ id: each, version: 0 }));
    const { body } = await owner.request('POST', '/api/admin/orders/actions', {
      verb: 'pack',
      items,
    });
    expect(body.outcomes).toMatchObject([
      { id, refused: null, fulfilment: 'packed', version: 1 },
      { id: second, refused: { code: 'order_changed' }, fulfilment: 'cancelled', version: 1 },
      { id: third, refused: null, fulfilment: 'packed' },
    ]);
  });

  test('has at most 200 orders', async () => {
    const items = Array.from({ length: 201 }, () => ({ id, version: 0 }));
    const answer = await owner.request('POST', '/api/admin/orders/actions', {
      verb: 'pack',
      items,
    });
    expect(answer.body.error.code).toBe('invalid_input');
  });
});

describe('a packer', () => {
  test('sees neither unconfirmed nor delivered orders, and no amounts', async () => {
    expect((await packer.request('GET', `/api/admin/orders/${id}`)).status).toBe(404);
    await act(owner, 0, 'confirm');
    const { body } = await packer.request('GET', `/api/admin/orders/${id}`);
    expect(body).toMatchObject({
      total_amount: null,
      email: null,
      customer: null,
      refundable: null,
      order_items: [{ price: null, subtotal: null }],
      verbs: ['pack', 'hand_over'],
    });
    const list = await packer.request('GET', '/api/admin/orders?queue=to_pack');
    const row = list.body.orders.find((each: { id: string }) => each.id === id);
    expect(row).toMatchObject({ phone: '•••• 3210', total_amount: null });
  });

  test('cannot cancel', async () => {
    await act(owner, 0, 'confirm');
    const { status, body } = await act(packer, 1, 'cancel', { reason: 'other' });
    expect([status, body.error.code]).toEqual([403, 'not_permitted']);
  });
});

test('an accountant sees amounts and cities, but no names or streets', async () => {
  const accountant = await newStaff(shop, 'accountant');
  await note('Asha rang');
  const { body } = await accountant.request('GET', `/api/admin/orders/${id}`);
  expect(body).toMatchObject({
    total_amount: 998,
    shipping_address: null,
    email: null,
    customer: null,
    verbs: [],
    place: { city: 'Mumbai', postal_code: '400050' },
  });
  expect(JSON.stringify(body)).not.toMatch(/Asha|Hill Road|98765 ?43210/);
  const { body: list } = await accountant.request('GET', '/api/admin/orders');
  expect(JSON.stringify(list)).not.toMatch(/Asha|Hill Road|98765 ?43210/);
});

describe('the email about a step', () => {
  const emails = async () =>
    (
      await shop.db.owner.query(
        `select data ->> 'event_id' as event, extract(epoch from start_after - created_on)::int as delay
         from jobs.job where name = 'order-mail' and data ->> 'order_id' = $1`,
        [id],
      )
    ).rows;

  test('waits a minute', async () => {
    await act(owner, 0, 'confirm');
    expect(await emails()).toEqual([{ event: expect.any(String), delay: 60 }]);
  });

  test('is not queued for internal steps', async () => {
    await act(owner, 0, 'pack');
    expect(await emails()).toEqual([]);
  });
});

test('the timeline behind an email’s link contains no personal data', async () => {
  const tokens = timelineTokens('a secret of the test suite, long enough', Date.now);
  await act(owner, 0, 'hand_over', parcel());
  const path = (token: string) => `/api/order-timelines/${token}`;
  const answer = await shop.app.request(path(tokens.make(id)));
  const text = await answer.text();
  const timeline = JSON.parse(text);
  expect(timeline).toMatchObject({
    status: 'shipped',
    events: [{ kind: 'placed' }, { kind: 'pack' }, { kind: 'hand_over' }],
  });
  expect(text).not.toMatch(/Asha|Mumbai|9876543210|example\.com/);
  // Checked by field: in the text, the amount 998 could be the milliseconds of a time.
  expect(timeline).not.toHaveProperty('total_amount');
  expect(timeline.events.map((event: { amount: unknown }) => event.amount)).toEqual([
    null,
    null,
    null,
  ]);
  for (const wrong of [
    'x',
    `${tokens.make(id).slice(0, -1)}~`,
    tokens.make(id).replace(id[0] ?? '', 'f0'),
  ]) {
    expect((await shop.app.request(path(wrong))).status, wrong).toBe(404);
  }
  const old = timelineTokens(
    'a secret of the test suite, long enough',
    () => Date.now() - 91 * 86_400_000,
  );
  expect((await shop.app.request(path(old.make(id)))).status).toBe(404);
});
