import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { submit, toCheckout } from '#test/checkout.ts';
import { beginPaying, openPayingShop, type PayingShop, pay } from '#test/payments.ts';
import type { TestShopper } from '#test/shop.ts';
import { newStaff } from '#test/staff.ts';

/**
 * For each product the sum of the ledger is the stock, whatever staff and shoppers do and in whatever order, and also
 * where a transaction is lost half-way. The stock is never negative.
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
    ),
    good: fc.integer({ min: 0, max: 5 }),
  }),
  fc.record({ kind: fc.constant('cancel' as const), which: fc.nat(1000) }),
  fc.record({
    kind: fc.constant('move' as const),
    reason: fc.constantFrom('received' as const, 'damaged' as const, 'sample' as const),
    pieces: fc.integer({ min: 1, max: 300 }),
  }),
  fc.record({ kind: fc.constant('count' as const), counted: fc.nat(150), shown: fc.nat(150) }),
  fc.record({ kind: fc.constant('crash' as const), which: fc.nat(1000) }),
);
type Step = typeof Step extends fc.Arbitrary<infer T> ? T : never;

const key = () => ({ 'idempotency-key': `step-number-${next()}` });

async function run(step: Step): Promise<void> {
  switch (step.kind) {
    case 'place': {
      await asha.ask('DELETE', '/api/cart');
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
      const { body } = await owner.ask('GET', `/api/admin/orders/${id}`);
      const more = {
        hand_over: { courier, tracking_number: `LEDGER${next()}` },
        cancel: { reason: 'other' },
        attempt_failed: { reason: 'other' },
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
      await owner.ask('POST', `/api/admin/orders/${id}/actions`, {
        verb: step.verb,
        version: body.version,
        ...Object.entries(more).find(([verb]) => verb === step.verb)?.[1],
      });
      return;
    }
    case 'cancel': {
      const id = orders[step.which % Math.max(orders.length, 1)];
      if (id) await asha.ask('POST', `/api/orders/${id}/cancellation`, {});
      return;
    }
    case 'move':
      await owner.ask(
        'POST',
        '/api/admin/stock/1/movements',
        { reason: step.reason, pieces: step.pieces },
        key(),
      );
      return;
    case 'count':
      await owner.ask(
        'POST',
        '/api/admin/stock/1/counts',
        { counted: step.counted, shown: step.shown },
        key(),
      );
      return;
    case 'crash':
      return crash(orders[step.which % Math.max(orders.length, 1)]);
  }
}

/** A verb whose connection dies before the commit. */
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

test('the ledger of every product adds up to its stock', async () => {
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
    { numRuns: 12 },
  );
  const [seen] = await shop.rows<{ reasons: string[] }>(
    'select array_agg(distinct reason) as reasons from stock_ledger',
  );
  expect(seen?.reasons).toEqual(
    expect.arrayContaining(['opening', 'sold', 'cancelled', 'received']),
  );
}, 240_000);

test('a movement that is sent twice counts once, and nothing goes below nothing', async () => {
  const move = (pieces: number, reason: string, used: string) =>
    owner.ask(
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
  const { body: movements } = await owner.ask('GET', '/api/admin/stock/2/movements');
  expect(movements[0]).toMatchObject({ delta: 1, reason: 'received', staff: owner.shopper.email });
});

test('a key that was used for other pieces is refused', async () => {
  const receive = (pieces: number, product = '2') =>
    owner.ask(
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

test('a count writes the difference to what was shown, so that a sale meanwhile stays sold', async () => {
  const { body: levels } = await owner.ask('GET', '/api/admin/stock');
  const shown = levels.find((each: { product_id: string }) => each.product_id === '3').stock;
  await submit(asha, await toCheckout(asha, [['3', 2]]));
  const { body } = await owner.ask(
    'POST',
    '/api/admin/stock/3/counts',
    { counted: shown - 1, shown },
    key(),
  );
  expect(body.stock).toBe(shown - 3);
});
