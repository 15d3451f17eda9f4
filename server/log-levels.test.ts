import { Writable } from 'node:stream';
import { beforeAll, expect, test } from 'vitest';
import { submit, toCheckout } from '#test/checkout.ts';
import { holdLock } from '#test/locks.ts';
import { openTestShop, type TestShop, type TestShopper } from '#test/shop.ts';
import { newStaff } from '#test/staff.ts';
import { createLog } from './log.ts';

/** More than the shop has connections. */
const SHOPPERS = 24;
const PIECES = 5;

/** As docs/deployment.md describes them: somebody has to look at errors. */
const ERROR = 50;
const WARNING = 40;

type Line = { level: number; msg?: string; err?: { message: string } };

let lines: Line[] = [];
let shop: TestShop;
let shoppers: TestShopper[];

const of = (level: number) => lines.filter((line) => line.level >= level);

beforeAll(async () => {
  const destination = new Writable({
    write(chunk, _, done) {
      lines.push(JSON.parse(String(chunk)));
      done();
    },
  });
  shop = await openTestShop({ log: createLog('info', destination) });
  shoppers = await Promise.all(Array.from({ length: SHOPPERS }, () => shop.newShopper()));
});

test('a flash sale that refuses many shoppers logs no error and one warning for each reason', async () => {
  await shop.db.owner.query(`update products set stock = ${PIECES} where id = '1'`);
  const orders = await Promise.all(shoppers.map((shopper) => toCheckout(shopper, [['1', 1]])));
  lines = [];
  // Somebody keeps the product's row for longer than shoppers wait, and signing in needs the same database.
  const row = await holdLock(shop.db.owner, `select from products where id = '1' for update`);
  const refused = await Promise.all(
    shoppers.map(async (shopper, n) => (await submit(shopper, orders[n] ?? {})).status),
  );
  await row.release();
  const answered = await Promise.all(
    shoppers.map(async (shopper, n) => (await submit(shopper, orders[n] ?? {})).status),
  );
  expect(refused.filter((status) => status === 503)).toHaveLength(SHOPPERS);
  expect(answered.filter((status) => status === 201)).toHaveLength(PIECES);
  expect(of(ERROR)).toEqual([]);
  const warned = of(WARNING).map(({ msg, err }) => `${msg}: ${err?.message}`);
  expect(warned.length).toBeGreaterThan(0);
  expect(warned).toEqual([...new Set(warned)]);
});

test('people who cannot sign in because the sessions are locked cause one warning, too', async () => {
  lines = [];
  const sessions = await holdLock(shop.db.owner, 'lock table auth.sessions');
  const answers = await Promise.all(
    shoppers.map((shopper) => shopper.request('POST', '/auth/v1/logout')),
  );
  await sessions.release();
  expect(answers.filter(({ status }) => status >= 500).length).toBeGreaterThan(1);
  expect(of(ERROR)).toEqual([]);
  const warned = of(WARNING).map(({ msg, err }) => `${msg}: ${err?.message}`);
  expect(warned).toEqual([...new Set(warned)]);
});

test('a cancellation that may still be undone is the normal course', async () => {
  const owner = await newStaff(shop, 'owner');
  const asha = await shop.newShopper();
  const { body } = await submit(asha, await toCheckout(asha, [['2', 1]]));
  const cancelled = await owner.request('POST', `/api/admin/orders/${body.id}/actions`, {
    verb: 'cancel',
    version: 0,
    reason: 'other',
  });
  expect(cancelled.status).toBe(200);
  lines = [];
  await shop.startJobs();
  await expect
    .poll(() => lines.map(({ err }) => err?.message))
    .toContain('The cancellation may still be undone');
  expect(of(WARNING)).toEqual([]);
});
