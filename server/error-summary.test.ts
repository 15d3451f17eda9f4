import { Writable } from 'node:stream';
import { openPool } from '@aparajita/postgres/pool';
import { cloneDatabase } from '@aparajita/postgres/testing';
import { test as base, expect, inject, onTestFinished, vi } from 'vitest';
import { createLog, type Log } from '#server/log.ts';
import { openPostgresProxy } from '#test/postgres-proxy.ts';
import { openErrorSummary } from './error-summary.ts';
import { openJobs } from './jobs/jobs.ts';

type Line = { msg: string; err: { message: string }; left_out?: number; queues?: string[] };

/** A log whose lines are kept, and a clock that stands. */
const test = base.extend<{ log: Log; lines: Line[]; clock: { now: number } }>({
  // biome-ignore lint/correctness/noEmptyPattern: it needs no other fixture
  lines: async ({}, use) => use([]),
  // biome-ignore lint/correctness/noEmptyPattern: it needs no other fixture
  clock: async ({}, use) => use({ now: 0 }),
  log: async ({ lines }, use) => {
    const destination = new Writable({
      write(chunk, _, done) {
        lines.push(JSON.parse(String(chunk)));
        done();
      },
    });
    await use(createLog('info', destination));
  },
});

const refused = (queue: string) =>
  Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED', queue });
/** Reports errors as the job queue does. */
function errorsOf(log: Log, clock: { now: number }) {
  const { report, flush } = openErrorSummary<'warn'>(log, () => clock.now);
  return {
    report: (err: unknown) => report('warn', { err }, 'the job queue reported an error'),
    flush,
  };
}

const timedOut = (ms: number) => new Error(`no answer in ${ms} ms`);

test('the first error of each kind is logged at once', ({ log, lines, clock }) => {
  const errors = errorsOf(log, clock);
  errors.report(refused('picture'));
  errors.report(timedOut(300));
  errors.report('no error at all');
  expect(lines.map(({ err }) => err.message)).toEqual([
    'connect ECONNREFUSED',
    'no answer in 300 ms',
    'no error at all',
  ]);
});

test('the others of a kind are counted, and told ten seconds later with their queues', ({
  log,
  lines,
  clock,
}) => {
  const errors = errorsOf(log, clock);
  for (const queue of ['picture', 'auth-mail', 'order-mail', 'auth-mail']) {
    errors.report(refused(queue));
    clock.now += 3_000;
  }
  expect(lines).toHaveLength(1);
  errors.report(refused('picture'));
  expect(lines).toHaveLength(2);
  expect(lines[1]).toMatchObject({ left_out: 3, queues: ['auth-mail', 'order-mail', 'picture'] });
  expect(lines[0]).not.toHaveProperty('left_out');
});

test('errors that differ in a number only are of one kind', ({ log, lines, clock }) => {
  const errors = errorsOf(log, clock);
  for (let ms = 100; ms < 200; ms += 1) errors.report(timedOut(ms));
  expect(lines).toHaveLength(1);
});

test('what is left out is told even if no other of its kind comes', ({ log, lines, clock }) => {
  const errors = errorsOf(log, clock);
  errors.report(refused('picture'));
  errors.report(refused('auth-mail'));
  errors.report(refused('auth-mail'));
  clock.now += 10_000;
  errors.report(timedOut(300));
  expect(lines.map(({ err, left_out }) => [err.message, left_out])).toEqual([
    ['connect ECONNREFUSED', undefined],
    ['connect ECONNREFUSED', 1],
    ['no answer in 300 ms', undefined],
  ]);
  errors.report(timedOut(300));
  errors.flush();
  errors.flush();
  expect(lines.slice(3).map(({ err }) => err.message)).toEqual(['no answer in 300 ms']);
});

test('while PostgreSQL cannot be reached, the queues fill no log', async ({
  log,
  lines,
  clock,
}) => {
  const proxy = await openPostgresProxy(inject('testServer'));
  const db = await cloneDatabase();
  const connection = { ...db.connection, host: proxy.host };
  const pool = openPool({ connection, role: 'shop_app', pooled: false, size: 10, log });
  const jobs = await openJobs(pool, log, () => clock.now);
  onTestFinished(async () => {
    await jobs.stop();
    await pool.end();
    await db.drop();
  });
  const handle = () => Promise.resolve();
  await jobs.work({ picture: handle, 'auth-mail': handle, 'order-mail': handle });

  const connect = vi.spyOn(pool, 'connect');
  await proxy.close();
  const failed = async (times: number) => {
    const before = connect.mock.calls.length;
    await expect.poll(() => connect.mock.calls.length - before).toBeGreaterThan(times);
  };
  const reported = () => lines.filter(({ msg }) => msg === 'the job queue reported an error');
  await failed(20);
  const messages = reported().map(({ err }) => err.message);
  expect(messages.length).toBeGreaterThan(0);
  expect(messages).toEqual([...new Set(messages)]);

  clock.now += 10_000;
  await expect.poll(() => reported().some(({ left_out = 0 }) => left_out > 0)).toBe(true);
});
