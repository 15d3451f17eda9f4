import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import type { OrderRow } from '#contract/admin/order-views.ts';
import type { StockLevel } from '#contract/admin/stock.ts';
import { piecesOnHand } from '#domain/stock.ts';
import { refused, submit, toCheckout } from '#test/checkout.ts';
import { beginPaying, openPayingShop, type PayingShop, pay } from '#test/payments.ts';
import type { TestShopper } from '#test/shop.ts';
import { newStaff } from '#test/staff.ts';

/**
 * For each product the sum of the ledger is the stock, after any sequence of actions by staff and shoppers, also if a
 * transaction is lost half-way. The stock is never negative. After an accepted count the pieces in the house are the
 * counted ones, also if the count began with an old number.
 */
let shop: PayingShop;
let owner: TestShopper;
let asha: TestShopper;
let courier: string;

beforeAll(async () => {
  shop = await openPayingShop();
  owner = await newStaff(shop, 'owner');
  asha = await shop.newShopper();
  courier = (await shop.rows<{ id: string }>('select id from couriers limit 1'))[0]?.id ?? '';
});

let n = 0;
const next = () => {
  n += 1;
  return n;
};
const orders: string[] = [];
/** The expected state at the start of a count. */
let begun: StockLevel;

const Step = fc.oneof(
  fc.record({ kind: fc.constant('place' as const), pieces: fc.integer({ min: 1, max: 3 }) }),
  fc.record({
    kind: fc.constant('pay' as const),
    pieces: fc.integer({ min: 1, max: 2 }),
    paid: fc.boolean(),
  }),
  fc.record({
    kind: fc.constant('act' as const),
    which: fc.nat(1000),
    verb: fc.constantFrom(
      ...(['confirm', 'pack', 'hand_over', 'take_back', 'deliver', 'undeliver'] as const),
      ...(['return_to_origin', 'receive_back', 'lose', 'cancel', 'unpack'] as const),
      ...(['receive_return', 'undo_return', 'undo_lose', 'undo_cancel'] as const),
      ...(['attempt_failed', 'undo_attempt_failed', 'undo_return_to_origin'] as const),
      ...(['decline_refund', 'undo_decline_refund'] as const),
    ),
    good: fc.integer({ min: 0, max: 5 }),
  }),
  fc.record({ kind: fc.constant('cancel' as const), which: fc.nat(1000) }),
  fc.record({
    kind: fc.constant('move' as const),
    reason: fc.constantFrom('received' as const, 'damaged' as const, 'sample' as const),
    pieces: fc.integer({ min: 1, max: 300 }),
  }),
  fc.record({ kind: fc.constant('look' as const) }),
  fc.record({ kind: fc.constant('count' as const), more: fc.integer({ min: -5, max: 5 }) }),
  fc.record({ kind: fc.constant('crash' as const), which: fc.nat(1000) }),
);
type Step = typeof Step extends fc.Arbitrary<infer T> ? T : never;

/** The first run, so that the ledger has each kind of movement whatever the random runs are. */
const everyReason: Step[] = [
  { kind: 'move', reason: 'received', pieces: 300 },
  { kind: 'place', pieces: 1 },
  { kind: 'cancel', which: 0 },
  { kind: 'move', reason: 'damaged', pieces: 1 },
  { kind: 'move', reason: 'sample', pieces: 1 },
  { kind: 'look' },
  { kind: 'count', more: 1 },
];

const key = () => ({ 'idempotency-key': `step-number-${next()}` });

async function run(step: Step): Promise<void> {
  switch (step.kind) {
    case 'place': {
      await asha.request('DELETE', '/api/cart');
      const { body } = await submit(asha, await toCheckout(asha, [['1', step.pieces]]));
      if (body.id) orders.push(body.id);
      return;
    }
    case 'pay': {
      const bina = await shop.newShopper();
      const begun = await beginPaying(shop, [['1', step.pieces]], bina).catch(() => null); // sold out
      if (!begun || !step.paid) return;
      await pay(shop, begun);
      await shop.settle();
      const placed = await shop.rows<{ id: string }>('select id from orders where intent_id = $1', [
        begun.id,
      ]);
      orders.push(...placed.map(({ id }) => id));
      return;
    }
    case 'act': {
      const id = orders[step.which % Math.max(orders.length, 1)];
      if (id === undefined) return;
      const { body } = await owner.request('GET', `/api/admin/orders/${id}`);
      const more = {
        hand_over: { courier, tracking_number: `LEDGER${next()}` },
        cancel: { reason: 'other' },
        attempt_failed: { reason: 'other' },
        decline_refund: { reason: 'other' },
        receive_back: {
          good: body.order_items.map(({ id: item }: { id: string }) => ({
            item,
            pieces: step.good,
          })),
        },
        receive_return: {
          returned: body.order_items.map(({ id: item }: { id: string }) => ({
            item,
            good: step.good % 2,
            damaged: step.good % 3,
          })),
        },
      };
      await owner.request('POST', `/api/admin/orders/${id}/actions`, {
        verb: step.verb,
        version: body.version,
        ...Object.entries(more).find(([verb]) => verb === step.verb)?.[1],
      });
      return;
    }
    case 'cancel': {
      const id = orders[step.which % Math.max(orders.length, 1)];
      if (id) await asha.request('POST', `/api/orders/${id}/cancellation`, {});
      return;
    }
    case 'move':
      await owner.request(
        'POST',
        '/api/admin/stock/1/movements',
        { reason: step.reason, pieces: step.pieces },
        key(),
      );
      return;
    case 'look':
      begun = await look('1');
      return;
    case 'count': {
      const counted = Math.max(0, piecesOnHand(begun) + step.more);
      const { status, body } = await count(begun, counted);
      if (status === 201) expect(piecesOnHand(body)).toBe(counted);
      else expect(['stock_changed', 'pieces_sold']).toContain(body.error.code);
      return;
    }
    case 'crash':
      return crash(orders[step.which % Math.max(orders.length, 1)]);
  }
}

async function look(product: string): Promise<StockLevel> {
  const { body } = await owner.request('GET', '/api/admin/stock');
  return body.find((each: StockLevel) => each.product_id === product);
}

/** Sends a count that began with the state `began`. */
function count(began: StockLevel, counted: number, used = key()) {
  const { product_id, last_movement } = began;
  return owner.request(
    'POST',
    `/api/admin/stock/${product_id}/counts`,
    { counted, shown: piecesOnHand(began), last_movement },
    used,
  );
}

/** Orders as a new shopper, because Asha's cart still has what the random steps could not sell. */
async function place(product: string, pieces: number): Promise<string> {
  const shopper = await shop.newShopper();
  const { status, body } = await submit(shopper, await toCheckout(shopper, [[product, pieces]]));
  expect(status).toBe(201);
  return body.id;
}

async function act(order: string, verb: string, more: object = {}): Promise<void> {
  const { body } = await owner.request('GET', `/api/admin/orders/${order}`);
  const sent = { verb, version: body.version, ...more };
  expect((await owner.request('POST', `/api/admin/orders/${order}/actions`, sent)).status).toBe(
    200,
  );
}

const receive = (product: string, pieces: number) =>
  owner.request(
    'POST',
    `/api/admin/stock/${product}/movements`,
    { reason: 'received', pieces },
    key(),
  );

/** Applies a verb on a connection that dies before the commit. */
async function crash(id: string | undefined): Promise<void> {
  if (id === undefined) return;
  const client = await shop.db.owner.connect();
  client.on('error', () => {});
  await client.query('begin');
  await client.query(
    `select set_config('shop.staff_id', $1, true), set_config('shop.staff_role', 'owner', true),
       set_config('shop.staff_factor_required', 'false', true)`,
    [owner.shopper.userId],
  );
  await client.query(
    `select act_on_order($1, (select version from orders where id = $1), 'cancel', '{"reason":"other"}')`,
    [id],
  );
  const { rows } = await client.query('select pg_backend_pid() as pid');
  await shop.db.owner.query('select pg_terminate_backend($1)', [rows[0].pid]);
  client.release(true);
}

test('the ledger of every product sums up to its stock', async () => {
  begun = await look('1');
  await fc.assert(
    fc.asyncProperty(fc.array(Step, { minLength: 5, maxLength: 15 }), async (steps) => {
      for (const step of steps) {
        await run(step);
        const wrong = await shop.rows(`
          select products.id, stock, sum(delta)::int as ledger
          from products left join stock_ledger on product_id = products.id
          group by products.id having sum(delta) is distinct from stock or stock < 0`);
        expect(wrong, JSON.stringify(step)).toEqual([]);
      }
    }),
    { numRuns: 12, examples: [[everyReason]] },
  );
  const [seen] = await shop.rows<{ reasons: string[] }>(
    'select array_agg(distinct reason) as reasons from stock_ledger',
  );
  expect(seen?.reasons).toEqual(
    expect.arrayContaining([
      ...['opening', 'received', 'sold', 'cancelled', 'damaged', 'sample', 'count'],
    ]),
  );
}, 240_000);

test('a repeated movement counts once, and the stock never becomes negative', async () => {
  const move = (pieces: number, reason: string, used: string) =>
    owner.request(
      'POST',
      '/api/admin/stock/2/movements',
      { reason, pieces },
      { 'idempotency-key': used },
    );
  const { body: before } = await move(1, 'received', 'the-first-key');
  expect((await move(1, 'received', 'the-first-key')).body.stock).toBe(before.stock);
  expect(await move(before.stock + 1, 'damaged', 'another-key')).toMatchObject({
    status: 409,
    body: { error: { code: 'stock_changed' } },
  });
  const { body: movements } = await owner.request('GET', '/api/admin/stock/2/movements');
  expect(movements[0]).toMatchObject({ delta: 1, reason: 'received', staff: owner.shopper.email });
});

test('a key that was used for another number of pieces is refused', async () => {
  const receive = (pieces: number, product = '2') =>
    owner.request(
      'POST',
      `/api/admin/stock/${product}/movements`,
      { reason: 'received', pieces },
      { 'idempotency-key': 'one-delivery' },
    );
  await receive(5);
  for (const other of [await receive(6), await receive(5, '3')]) {
    expect(other).toMatchObject({
      status: 409,
      body: { error: { code: 'idempotency_key_reused' } },
    });
  }
  expect((await receive(5)).status).toBe(201);
});

test('a sale or a cancellation during a count is kept and does not make the count outdated', async () => {
  const began = await look('3');
  const cancelled = await place('3', 1);
  await place('3', 2);
  await act(cancelled, 'cancel', { reason: 'other' });
  const { status, body } = await count(began, piecesOnHand(began) - 1);
  expect(status).toBe(201);
  expect(body.stock).toBe(began.stock - 3);
});

test('a count does not subtract pieces again that were handed over during it', async () => {
  const order = await place('4', 20);
  const began = await look('4');
  const there = piecesOnHand(began);
  await act(order, 'confirm');
  await act(order, 'hand_over', { courier, tracking_number: `COUNT${next()}` });
  const used = key();
  const outdated = await count(began, there - 20, used);
  expect(outdated).toMatchObject(refused(409, 'stock_changed'));
  expect(outdated.body.error.message).toContain(`${there - 20} are expected now, not ${there}`);
  // The same count is sent again with the new expected number.
  expect(await count(await look('4'), there - 20, used)).toMatchObject({
    status: 201,
    body: { stock: began.stock },
  });
});

test('two people who count the same product record its missing pieces once', async () => {
  const began = await look('5');
  const counted = piecesOnHand(began) - 5;
  const answers = await Promise.all([count(began, counted), count(began, counted)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
  expect(piecesOnHand(await look('5'))).toBe(counted);
});

test('a delivery during a count makes it outdated, also if as many pieces have left since', async () => {
  const began = await look('6');
  const order = await place('6', 3);
  await act(order, 'confirm');
  await act(order, 'hand_over', { courier, tracking_number: `COUNT${next()}` });
  await receive('6', 3);
  expect(piecesOnHand(await look('6'))).toBe(piecesOnHand(began));
  expect(await count(began, piecesOnHand(began) + 3)).toMatchObject(refused(409, 'stock_changed'));
});

test('a count can be repeated after a lost answer, also after later movements', async () => {
  const began = await look('6');
  const used = key();
  const counted = piecesOnHand(began) - 1;
  await count(began, counted, used);
  await receive('6', 7);
  expect(await count(began, counted, used)).toMatchObject({
    status: 201,
    body: { stock: began.stock - 1 + 7 },
  });
});

test('fewer pieces than are sold: the count says how many are sold, and is taken once an order is cancelled', async () => {
  await receive('6', 5);
  const { stock, reserved, held } = await look('6');
  expect([reserved, held]).toEqual([0, 0]);
  const orders = [await place('6', 2), await place('6', 3)];
  const taken = await owner.request(
    'POST',
    '/api/admin/stock/6/movements',
    { reason: 'damaged', pieces: stock - 5 },
    key(),
  );
  expect(taken).toMatchObject({ status: 201, body: { stock: 0, reserved: 5 } });
  const began = await look('6');
  const short = await count(began, 4);
  expect(short).toMatchObject(refused(409, 'pieces_sold'));
  expect(short.body.error.message).toBe(
    'You counted 4, and 5 are sold and not handed over. Cancel an order that cannot be sent first, then save again.',
  );
  const damaged = await owner.request(
    'POST',
    '/api/admin/stock/6/movements',
    { reason: 'damaged', pieces: 1 },
    key(),
  );
  expect(damaged).toMatchObject(refused(409, 'pieces_sold'));
  expect(damaged.body.error.message).toContain(
    '1 cannot be taken out: none is free to sell, and 5 are sold and not handed over.',
  );
  await act(orders[0] ?? '', 'cancel', { reason: 'other' });
  expect(await count(began, 4)).toMatchObject({ status: 201, body: { stock: 1, reserved: 3 } });
});

test('the orders that hold the sold pieces are listed, whatever they still wait for', async () => {
  const [, confirmed, packed, sent, cancelled] = [
    await place('4', 1),
    await place('4', 2),
    await place('4', 3),
    await place('4', 1),
    await place('4', 1),
  ];
  for (const id of [confirmed, packed, sent]) await act(id ?? '', 'confirm');
  for (const id of [packed, sent]) await act(id ?? '', 'pack');
  await act(sent ?? '', 'hand_over', { courier, tracking_number: 'UNSENT0001' });
  await act(cancelled ?? '', 'cancel', { reason: 'other' });
  // Paid with the test gateway's money: it is never packed.
  await pay(shop, await beginPaying(shop, [['4', 4]], await shop.newShopper()));
  await shop.settle();
  const { body } = await owner.request('GET', '/api/admin/orders?queue=unsent&product=4');
  const pieces: number[] = body.orders.flatMap(({ items }: OrderRow) =>
    items.flatMap(({ product_id, quantity }) => (product_id === '4' ? [quantity] : [])),
  );
  expect(pieces.sort()).toEqual([1, 2, 3, 4]);
  expect((await look('4')).reserved).toBe(10);
});

test('the log says how many were for sale before and after a change of the stock', async () => {
  const { stock } = await look('2');
  await receive('2', 6);
  await count(await look('2'), stock + 4);
  const { body } = await owner.request('GET', '/api/admin/audit?subject_type=product&subject_id=2');
  expect(body.entries.slice(0, 2)).toMatchObject([
    { verb: 'count_stock', before: { stock: stock + 6 }, after: { stock: stock + 4, delta: -2 } },
    { verb: 'move_stock', before: { stock }, after: { stock: stock + 6, delta: 6 } },
  ]);
});
