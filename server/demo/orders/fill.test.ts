import { readFile } from 'node:fs/promises';
import { cloneDatabase, type TestDatabase } from '@aparajita/postgres/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FULFILMENTS } from '#domain/fulfilment.ts';
import { DemoRefusedError, fillDemo } from './fill.ts';

const STAFF = '11111111-1111-4111-8111-111111111111';
let db: TestDatabase;

beforeAll(async () => {
  db = await cloneDatabase();
  await db.owner.query(
    `insert into staff (user_id, email, role) values ($1, 'owner@demo.example', 'owner')`,
    [STAFF],
  );
});

afterAll(() => db.drop());

const fill = async () => {
  const client = await db.owner.connect();
  const customers = JSON.parse(await readFile('db/demo-customers.json', 'utf8'));
  return fillDemo(client, customers, STAFF).finally(() => client.release());
};

const rows = async (text: string) => (await db.owner.query(text)).rows;

test('sixty orders in every state, with stock, cash and events that agree', async () => {
  expect(await fill()).toBe(60);
  const states = await rows('select distinct fulfilment from orders');
  expect(states.map(({ fulfilment }) => fulfilment).sort()).toEqual([...FULFILMENTS].sort());
});

test.each([
  [
    'stock that is no sum of its ledger',
    `select products.id from products join stock_ledger on product_id = products.id
     group by products.id having sum(delta) <> products.stock`,
  ],
  [
    'a delivered order without cash, or cash without one',
    `select orders.id from orders full join cod_collections on order_id = orders.id
     where (fulfilment = 'delivered') <> (order_id is not null)`,
  ],
  [
    'an order of more than ninety days ago',
    `select id from orders where created_at < now() - interval '90 days'`,
  ],
  [
    'an event before its order or in the future',
    `select order_id from order_events join orders on orders.id = order_id
     where at < orders.created_at or at > now()`,
  ],
  [
    'a step before the one it follows',
    `select id from orders
     where not (created_at <= coalesce(packed_at, created_at)
       and coalesce(packed_at, created_at) <= coalesce(shipped_at, packed_at, created_at)
       and coalesce(shipped_at, created_at) <= coalesce(delivered_at, closed_at, shipped_at, created_at))`,
  ],
  [
    'a step of which the shopper was not told',
    'select id from order_events where shown_to_shopper and mailed_at is distinct from at',
  ],
  [
    'cash that a courier posted before it was collected, or in the future',
    `select order_id from cod_remittance_lines join cod_remittances on cod_remittances.id = remittance_id
     join cod_collections using (order_id) where not (posted_at < now() and posted_at > collected_at)`,
  ],
])('there is no %s', async (_, fault) => {
  expect(await rows(fault)).toEqual([]);
});

test('what staff did is written down in the order in which it happened', async () => {
  for (const [table, later] of [
    ['order_events', 'order_events'],
    ['audit_log', "audit_log where subject_type in ('order', 'remittance')"],
  ]) {
    const ids = await rows(`select id from ${later} order by at, id`);
    expect(ids.length, table).toBeGreaterThan(100);
    expect(ids.map(({ id }) => Number(id))).toEqual(
      ids.map(({ id }) => Number(id)).toSorted((a, b) => a - b),
    );
  }
});

test('customers sent goods back, and one order is half refunded: never more than it cost', async () => {
  expect(
    await rows('select sum(good) > 0 as good, sum(damaged) > 0 as damaged from returned_items'),
  ).toEqual([{ good: true, damaged: true }]);
  const refunds = await rows(`
    select reason, orders.payment_status, amount < total_amount as part,
      manual_refunds.created_at between orders.delivered_at and now() as after_delivery
    from manual_refunds join orders on orders.id = order_id order by reason`);
  expect(refunds.length).toBeGreaterThan(1);
  expect(refunds).toContainEqual({
    reason: 'goodwill',
    payment_status: 'partially_refunded',
    part: true,
    after_delivery: true,
  });
  expect(refunds.some(({ reason }) => reason === 'returned')).toBe(true);
});

test('couriers have paid what is older than two weeks, one of them too little', async () => {
  expect(
    await rows(`
      select state from cod_collections
      where state <> 'remitted' and collected_at < now() - interval '14 days'`),
  ).toEqual([{ state: 'short' }]);
  expect(
    await rows(`select count(*) > 1 as open from cod_collections where state = 'due'`),
  ).toEqual([{ open: true }]);
});

test('messages wait, are answered and closed', async () => {
  const states = await rows('select state from contact_messages group by state order by state');
  expect(states.map(({ state }) => state)).toEqual(['answered', 'closed', 'open']);
});

test('a second time it refuses, and changes nothing', async () => {
  const before = await rows('select count(*) from orders');
  await expect(fill()).rejects.toThrow(DemoRefusedError);
  expect(await rows('select count(*) from orders')).toEqual(before);
});

test('a database that has taken real money stays as it is', async () => {
  await db.owner.query(`delete from orders where idempotency_key like 'demo-%'`);
  await db.owner.query('select set_payment_environment(true)');
  await expect(fill()).rejects.toThrow('real money');
});
