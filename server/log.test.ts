import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { openPool } from '@aparajita/postgres/pool';
import { cloneDatabase } from '@aparajita/postgres/testing';
import { beforeAll, beforeEach, describe, expect, inject, onTestFinished, test, vi } from 'vitest';
import { submit, toCheckout } from '#test/checkout.ts';
import { holdLock } from '#test/locks.ts';
import { openPostgresProxy } from '#test/postgres-proxy.ts';
import { openTestShop, type TestShop, type TestShopper } from '#test/shop.ts';
import { newStaff } from '#test/staff.ts';
import { openErrorSummary } from './error-summary.ts';
import { openJobs } from './jobs/jobs.ts';
import { createLog } from './log.ts';

type Line = {
  level: number;
  msg: string;
  err: { message: string };
  left_out?: number;
  queues?: string[];
};

let text = '';
let lines: Line[] = [];
const log = createLog('info', {
  write(line: string) {
    text += line;
    lines.push(JSON.parse(line));
  },
});

beforeEach(() => {
  text = '';
  lines = [];
});

describe('an error is logged', () => {
  const logged = (err: unknown) => {
    log.warn({ err }, 'it went wrong');
    return lines.at(-1)?.err;
  };

  test('with its code, stack and cause', () => {
    const cause = Object.assign(new Error('no room'), { code: '53100' });
    const error = new TypeError('not written', { cause });
    expect(logged(error)).toEqual({
      type: 'TypeError',
      message: 'not written',
      stack: error.stack,
      cause: { type: 'Error', message: 'no room', code: '53100', stack: cause.stack },
    });
  });

  test('with its message, where a library throws something like it', () => {
    const like = { message: 'no room', stack: 'at once', code: '53100', queue: 'auth-mail' };
    expect(logged({ ...like, detail: 'Asha' })).toEqual(like);
    expect(logged({ worker: 7 })).toEqual({ message: 'no message, only worker' });
    expect(logged('a word')).toEqual({ message: 'a word' });
  });

  test('the values of rows are not logged', () => {
    logged(Object.assign(new Error('duplicate key'), { detail: 'Key (email)=(asha@example.in)' }));
    expect(text).not.toContain('asha');
  });
});

test('what libraries and Node print, and the error that ends the process, are lines of the log', () => {
  const program = path.join(import.meta.dirname, 'process/printing-process.ts');
  const { stdout, stderr, status } = spawnSync(process.execPath, [program], { encoding: 'utf8' });
  const printed: { time: string }[] = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  // The last line is written at once, and may overtake those that wait on a busy machine.
  expect(printed.toSorted((a, b) => a.time.localeCompare(b.time))).toMatchObject([
    { level: 40, msg: 'a library warns of tea\nin two lines' },
    { level: 50, err: { message: 'a library fails', stack: expect.any(String) } },
    { level: 30, msg: 'a library prints { cups: 2 }' },
    { level: 40, err: { type: 'MaxListenersExceededWarning', message: 'too many listeners' } },
    { level: 60, err: { message: 'nobody waits for this' } },
  ]);
  expect([stderr, status]).toEqual(['', 1]);
});

describe('errors that come often', () => {
  let now = 0;
  const clock = () => now;
  /** Reports errors as the job queue does. */
  function openErrors() {
    const { report, flush } = openErrorSummary<'warn'>(log, clock);
    const reportAll = (...errors: unknown[]) => {
      for (const err of errors) report('warn', { err }, 'the job queue reported an error');
    };
    return { report: reportAll, flush };
  }
  const refused = (queue: string) =>
    Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED', queue });
  const timedOut = (ms: number) => new Error(`no answer in ${ms} ms`);

  test('are logged at once, the first of each kind; a number makes no other kind', () => {
    const { report } = openErrors();
    report(refused('picture'), timedOut(300), 'no error at all', timedOut(200), timedOut(100));
    expect(lines.map(({ err }) => err.message)).toEqual([
      'connect ECONNREFUSED',
      'no answer in 300 ms',
      'no error at all',
    ]);
  });

  test('are counted, and told ten seconds later with their queues', () => {
    const { report } = openErrors();
    for (const queue of ['picture', 'auth-mail', 'order-mail', 'auth-mail']) {
      report(refused(queue));
      now += 3_000;
    }
    expect(lines).toHaveLength(1);
    report(refused('picture'));
    expect(lines).toHaveLength(2);
    expect(lines[1]).toMatchObject({ left_out: 3, queues: ['auth-mail', 'order-mail', 'picture'] });
    expect(lines[0]).not.toHaveProperty('left_out');
  });

  test('are told even if no other of their kind comes', () => {
    const { report, flush } = openErrors();
    report(refused('picture'), refused('auth-mail'), refused('auth-mail'));
    now += 10_000;
    report(timedOut(300));
    expect(lines.map(({ err, left_out }) => [err.message, left_out])).toEqual([
      ['connect ECONNREFUSED', undefined],
      ['connect ECONNREFUSED', 1],
      ['no answer in 300 ms', undefined],
    ]);
    report(timedOut(300));
    flush();
    flush();
    expect(lines.slice(3).map(({ err }) => err.message)).toEqual(['no answer in 300 ms']);
  });

  test('while PostgreSQL cannot be reached, the queues fill no log', async () => {
    const proxy = await openPostgresProxy(inject('testServer'));
    const db = await cloneDatabase();
    const connection = { ...db.connection, host: proxy.host };
    const pool = openPool({ connection, role: 'shop_app', pooled: false, size: 10, log });
    const jobs = await openJobs(pool, log, clock);
    onTestFinished(async () => {
      await jobs.stop();
      await pool.end();
      await db.drop();
    });
    const handle = () => Promise.resolve();
    await jobs.work({ picture: handle, 'auth-mail': handle, 'order-mail': handle });

    const connect = vi.spyOn(pool, 'connect');
    await proxy.close();
    await expect.poll(() => connect.mock.calls.length).toBeGreaterThan(20);
    const reported = () => lines.filter(({ msg }) => msg === 'the job queue reported an error');
    const messages = reported().map(({ err }) => err.message);
    expect(messages.length).toBeGreaterThan(0);
    expect(messages).toEqual([...new Set(messages)]);

    now += 10_000;
    await expect.poll(() => reported().some(({ left_out = 0 }) => left_out > 0)).toBe(true);
  });
});

describe('an error is what somebody has to look at, as docs/deployment.md says', () => {
  /** More than the shop has connections. */
  const SHOPPERS = 24;
  const PIECES = 5;

  /** As docs/deployment.md describes them: somebody has to look at errors. */
  const ERROR = 50;
  const WARNING = 40;

  let shop: TestShop;
  let shoppers: TestShopper[];

  const of = (least: number) => lines.filter(({ level }) => level >= least);

  beforeAll(async () => {
    shop = await openTestShop({ log });
    shoppers = await Promise.all(Array.from({ length: SHOPPERS }, () => shop.newShopper()));
  });

  /** Expects no error, and one warning for each reason. */
  function expectFewWarnings() {
    expect(of(ERROR)).toEqual([]);
    const warned = of(WARNING).map(({ msg, err }) => `${msg}: ${err?.message}`);
    expect(warned.length).toBeGreaterThan(0);
    expect(warned).toEqual([...new Set(warned)]);
  }

  test('a flash sale that refuses many shoppers logs no error and one warning for each reason', async () => {
    await shop.db.owner.query(`update products set stock = ${PIECES} where id = '1'`);
    const orders = await Promise.all(shoppers.map((shopper) => toCheckout(shopper, [['1', 1]])));
    const submitAll = () =>
      Promise.all(
        shoppers.map(async (shopper, n) => (await submit(shopper, orders[n] ?? {})).status),
      );
    lines = [];
    // Somebody keeps the product's row for longer than shoppers wait, and signing in needs the same database.
    const row = await holdLock(shop.db.owner, `select from products where id = '1' for update`);
    expect((await submitAll()).filter((status) => status === 503)).toHaveLength(SHOPPERS);
    await row.release();
    expect((await submitAll()).filter((status) => status === 201)).toHaveLength(PIECES);
    expectFewWarnings();
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
});
