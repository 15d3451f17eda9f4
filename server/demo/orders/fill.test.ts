import { readFile } from 'node:fs/promises';
import { cloneDatabase, type TestDatabase } from '@aparajita/postgres/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FULFILMENTS } from '#domain/fulfilment.ts';
import { OperatorError } from '#server/operator-errors.ts';
import { fillDemo } from './fill.ts';

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
])('there is no %s', async (_, fault) => {
  expect(await rows(fault)).toEqual([]);
});

test('a second time it refuses, and changes nothing', async () => {
  const before = await rows('select count(*) from orders');
  await expect(fill()).rejects.toThrow(new OperatorError('The demo has its orders already.'));
  expect(await rows('select count(*) from orders')).toEqual(before);
});

test('a database that has taken real money stays as it is', async () => {
  await db.owner.query(`delete from orders where idempotency_key like 'demo-%'`);
  await db.owner.query('insert into payment_environment (live) values (true)');
  await expect(fill()).rejects.toThrow('real money');
});
