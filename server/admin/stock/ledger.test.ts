import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { OrderRow } from '#contract/admin/order-views.ts';
import type { ListedProduct } from '#contract/admin/products.ts';
import { piecesOnHand } from '#domain/stock.ts';
import { refused } from '#test/checkout.ts';
import { beginPaying, openPayingShop, pay } from '#test/payments.ts';
import { hireStaff } from '#test/staff.ts';

/**
 * For each product the sum of the ledger is the stock, after any sequence of actions by staff and shoppers, also if a
 * transaction is lost half-way. The stock is never negative. After an accepted count the pieces in the house are the
 * counted ones, also if the count began with an old number.
 */
const shop = await openPayingShop();
const { owner, rows, get, place, act, go, page, logged } = await hireStaff(shop);
const asha = await shop.newShopper();

const orders: string[] = [];
/** The expected state at the start of a count. */
let begun: ListedProduct;

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

async function run(step: Step): Promise<void> {
  switch (step.kind) {
    case 'place': {
      await asha.request('DELETE', '/api/cart');
      const placed = await place([['1', step.pieces]], asha).catch(() => null); // sold out
      if (placed) orders.push(placed.id);
      return;
    }
    case 'pay': {
      const begun = await beginPaying(shop, [['1', step.pieces]]).catch(() => null); // sold out
      if (!begun || !step.paid) return;
      await pay(shop, begun);
      await shop.settle();
      const placed = await rows('select id from orders where intent_id = $1', [begun.id]);
      orders.push(...placed.map(({ id }) => id));
      return;
    }
    case 'act': {
      const id = orderOf(step);
      if (id === undefined) return;
      const { order_items } = await page(id);
      const items: string[] = order_items.map((item: { id: string }) => item.id);
      const { good } = step;
      const more = {
        receive_back: { good: items.map((item) => ({ item, pieces: good })) },
        receive_return: {
          returned: items.map((item) => ({ item, good: good % 2, damaged: good % 3 })),
        },
      };
      await act(id, step.verb, Object.entries(more).find(([verb]) => verb === step.verb)?.[1]);
      return;
    }
    case 'cancel': {
      const id = orderOf(step);
      if (id) await asha.request('POST', `/api/orders/${id}/cancellation`, {});
      return;
    }
    case 'move':
      await move('1', step.pieces, step.reason);
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
      return crash(orderOf(step));
  }
}

const orderOf = ({ which }: { which: number }) => orders[which % Math.max(orders.length, 1)];

const look = async (product: string): Promise<ListedProduct> =>
  (await get('products')).find(({ id }: ListedProduct) => id === product);

const post = (product: string, what: string, body: object, key: string) =>
  owner.request('POST', `/api/admin/stock/${product}/${what}`, body, { 'idempotency-key': key });

/** Sends a count that began with the state `began`. */
const count = (began: ListedProduct, counted: number, key: string = crypto.randomUUID()) => {
  const { id, last_movement } = began;
  return post(id, 'counts', { counted, shown: piecesOnHand(began), last_movement }, key);
};

const move = (
  product: string,
  pieces: number,
  reason = 'received',
  key: string = crypto.randomUUID(),
) => post(product, 'movements', { reason, pieces }, key);

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
  const { rows: connections } = await client.query('select pg_backend_pid() as pid');
  await rows('select pg_terminate_backend($1)', [connections[0].pid]);
  client.release(true);
}

test('the ledger of every product sums up to its stock', async () => {
  begun = await look('1');
  await fc.assert(
    fc.asyncProperty(fc.array(Step, { minLength: 5, maxLength: 15 }), async (steps) => {
      for (const step of steps) {
        await run(step);
        const wrong = await rows(`
          select products.id, stock, sum(delta)::int as ledger
          from products left join stock_ledger on product_id = products.id
          group by products.id having sum(delta) is distinct from stock or stock < 0`);
        expect(wrong, JSON.stringify(step)).toEqual([]);
      }
    }),
    { numRuns: 12, examples: [[everyReason]] },
  );
  const reasons = await rows('select distinct reason from stock_ledger');
  expect(reasons.map(({ reason }) => reason)).toEqual(
    expect.arrayContaining([
      ...['opening', 'received', 'sold', 'cancelled', 'damaged', 'sample', 'count'],
    ]),
  );
}, 240_000);

test('a repeated movement counts once, its key is refused for another one, and the stock never becomes negative', async () => {
  const key = 'the-first-key';
  const { body: first } = await move('2', 1, 'received', key);
  expect(await move('2', 1, 'received', key)).toMatchObject({
    status: 201,
    body: { stock: first.stock },
  });
  for (const other of [await move('2', 6, 'received', key), await move('3', 1, 'received', key)])
    expect(other).toMatchObject(refused(409, 'idempotency_key_reused'));
  expect(await move('2', first.stock + 1, 'damaged')).toMatchObject(refused(409, 'stock_changed'));
  expect((await get('stock/2/movements'))[0]).toMatchObject({
    delta: 1,
    reason: 'received',
    staff: owner.shopper.email,
  });
});

test('a sale or a cancellation during a count is kept and does not make the count outdated', async () => {
  const began = await look('3');
  const { id: cancelled } = await place([['3', 1]]);
  await place([['3', 2]]);
  await go(cancelled, 'cancel');
  expect(await count(began, piecesOnHand(began) - 1)).toMatchObject({
    status: 201,
    body: { stock: began.stock - 3 },
  });
});

test('a count does not subtract pieces again that were handed over during it', async () => {
  const { id } = await place([['4', 20]]);
  const began = await look('4');
  const there = piecesOnHand(began);
  await go(id, 'hand_over');
  const key = 'one-count-of-this';
  const outdated = await count(began, there - 20, key);
  expect(outdated).toMatchObject(refused(409, 'stock_changed'));
  expect(outdated.body.error.message).toContain(`${there - 20} are expected now, not ${there}`);
  // The same count is sent again with the new expected number.
  expect(await count(await look('4'), there - 20, key)).toMatchObject({
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

test('a delivery during a count makes it outdated, also if as many pieces have left since; not a lost answer', async () => {
  const began = await look('6');
  await go((await place([['6', 3]])).id, 'hand_over');
  await move('6', 3);
  const there = piecesOnHand(began);
  const now = await look('6');
  expect(piecesOnHand(now)).toBe(there);
  expect(await count(began, there + 3)).toMatchObject(refused(409, 'stock_changed'));
  const key = 'a-count-whose-answer-was-lost';
  await count(now, there - 1, key);
  await move('6', 7);
  expect(await count(now, there - 1, key)).toMatchObject({
    status: 201,
    body: { stock: now.stock - 1 + 7 },
  });
});

test('fewer pieces than are sold: the count says how many are sold, and is taken once an order is cancelled', async () => {
  await move('6', 5);
  const { stock, reserved, held } = await look('6');
  expect([reserved, held]).toEqual([0, 0]);
  const { id } = await place([['6', 2]]);
  await place([['6', 3]]);
  const taken = await move('6', stock - 5, 'damaged');
  expect(taken).toMatchObject({ status: 201, body: { stock: 0, reserved: 5 } });
  const began = await look('6');
  for (const [answer, message] of [
    [
      await count(began, 4),
      'You counted 4, and 5 are sold and not handed over. Cancel an order that cannot be sent first, then save again.',
    ],
    [
      await move('6', 1, 'damaged'),
      '1 cannot be taken out: none is free to sell, and 5 are sold and not handed over.',
    ],
  ] as const) {
    expect(answer).toMatchObject(refused(409, 'pieces_sold'));
    expect(answer.body.error.message).toContain(message);
  }
  await go(id, 'cancel');
  expect(await count(began, 4)).toMatchObject({ status: 201, body: { stock: 1, reserved: 3 } });
});

test('the orders that hold the sold pieces are listed, whatever they still wait for', async () => {
  const placed: [pieces: number, ...steps: string[]][] = [
    [1],
    [2, 'confirm'],
    [3, 'confirm', 'pack'],
    [1, 'hand_over'],
    [1, 'cancel'],
  ];
  for (const [pieces, ...steps] of placed) await go((await place([['4', pieces]])).id, ...steps);
  // Paid with the test gateway's money: it is never packed.
  await pay(shop, await beginPaying(shop, [['4', 4]]));
  await shop.settle();
  const listed: OrderRow[] = (await get('orders?queue=unsent&product=4')).orders;
  expect(listed.map(({ pieces }) => pieces).sort()).toEqual([1, 2, 3, 4]);
  expect((await look('4')).reserved).toBe(10);
});

test('the log says how many were for sale before and after a change of the stock', async () => {
  const { stock } = await look('2');
  await move('2', 6);
  await count(await look('2'), stock + 4);
  expect((await logged('subject_type=product&subject_id=2')).slice(0, 2)).toMatchObject([
    { verb: 'count_stock', before: { stock: stock + 6 }, after: { stock: stock + 4, delta: -2 } },
    { verb: 'move_stock', before: { stock }, after: { stock: stock + 6, delta: 6 } },
  ]);
});
