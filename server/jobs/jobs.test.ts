import { cloneDatabase } from '@aparajita/postgres/testing';
import { REQUEST_TIMEOUTS } from '@aparajita/postgres/timeouts';
import { withClient } from '@aparajita/postgres/with-client';
import { afterAll, expect, test, vi } from 'vitest';
import { DAY_SECONDS } from '#domain/day.ts';
import { createDatabase, type Transaction } from '#server/database/database.ts';
import { holdLock } from '#test/locks.ts';
import { openShopDatabase } from '#test/shop-database.ts';
import { openBoss, retryDeadLetters, withBoss } from './boss.ts';
import { wakeWorkers } from './jobs.ts';
import { readPendingJobs, requeueJobs } from './pending-jobs.ts';
import { PermanentFailure } from './permanent-failure.ts';
import { queueJob } from './queue-job.ts';
import { DEAD_LETTER_QUEUE, type JobName, QUEUES } from './queues.ts';
import { setUpJobs } from './set-up.ts';
import type { JobHandlers } from './worker.ts';

const { db, jobs, pool } = await openShopDatabase();

const NOT_NULL = '23502';

/** What the handler does with the email of this id; 'done' by default. */
const script = new Map<string, () => Promise<void>>();
const done: string[] = [];

const handlers: Partial<JobHandlers> = {
  'auth-mail': async ({ id }) => {
    await script.get(id)?.();
    done.push(id);
  },
};

/** Queues them all at once, in one transaction, so that a worker fetches them together. */
const post = (...ids: string[]) =>
  createDatabase({ pool, enter: 'system', prepare: true }).transactAsGuest(async (tx) => {
    for (const id of ids) await jobs.send(tx, 'auth-mail', { id, sealed: '' });
  });

type Row = { name: string; state: string; retry_count: number; output: unknown };

async function jobOf(id: string): Promise<Row | undefined> {
  const { rows } = await db.owner.query<Row>(
    `select name, state, retry_count, output from jobs.job where data ->> 'id' = $1
     order by (name = 'auth-mail'), created_on desc limit 1`,
    [id],
  );
  return rows[0];
}

test('a failing job is retried and does not affect the others of its batch', async () => {
  let tries = 0;
  script.set('flaky', async () => {
    tries += 1;
    // It may hold personal data, which the queue does not store.
    if (tries < 3) throw new Error('asha@example.com is not to be reached');
  });
  await post('before', 'flaky', 'after');
  await jobs.work(handlers);
  for (const id of ['before', 'after'])
    await expect.poll(() => jobOf(id)).toMatchObject({ state: 'completed', retry_count: 0 });
  await expect.poll(() => jobOf('flaky')).toMatchObject({ state: 'retry' });
  expect(JSON.stringify(await jobOf('flaky'))).not.toContain('asha');
  await expect
    .poll(async () => {
      await db.owner.query(
        `update jobs.job set start_after = now() where state in ('created', 'retry')`,
      );
      return jobOf('flaky');
    })
    .toMatchObject({ state: 'completed', retry_count: 2 });
  expect(done.toSorted()).toEqual(['after', 'before', 'flaky']);
});

test('a job that ends while its queue is locked is not run again', async () => {
  script.set('locked', async () => {
    const lock = await holdLock(db.owner, 'lock table jobs.job_common in share row exclusive mode');
    setTimeout(lock.release, 2 * REQUEST_TIMEOUTS.lock);
  });
  await post('locked');
  await expect.poll(() => jobOf('locked')).toMatchObject({ state: 'completed', retry_count: 0 });
  expect(done.filter((id) => id === 'locked')).toHaveLength(1);
});

const ROW = { id: '5bd6cf5c-6e0b-4a24-a53c-bd46b8f5b5e4', user_id: 'asha' };

test.each([
  ['a job', 'order-notice', { user_id: 'asha', order_id: 'the-order' }, {}, {}],
  ['a later job', 'order-notice', ROW, { after: 90.5 }, { startAfter: 90.5 }],
  ['a job with an id', 'order-notice', ROW, { id: ROW.id }, { id: ROW.id }],
  [
    'a job about a row',
    'payment-check',
    ROW,
    { after: 60 },
    { startAfter: 60, singletonKey: ROW.id },
  ],
] as const)('%s is the job that pg-boss would queue', async (_, name, data, options, theirs) => {
  const queued = async () => {
    const { rows } = await db.owner.query(
      `with gone as (delete from jobs.job where name = $1 returning *)
       select to_jsonb(gone) - '{id, created_on, start_after, keep_until}'::text[] as job,
         id = $2 as named, start_after - created_on as due, keep_until - created_on as kept
       from gone`,
      [name, ROW.id],
    );
    return rows;
  };
  await withBoss(db.owner, (boss) => boss.send(name, data, theirs));
  const expected = await queued();
  expect(expected).toHaveLength(1);
  const { text, values } = queueJob<JobName>(name, data, options);
  const { rowCount } = await db.owner.query(text, values);
  // With an id, or about a row for which one waits, it is queued once.
  const again = (await db.owner.query(text, values)).rowCount;
  const isOnce = 'id' in options || 'singletonKey' in theirs;
  expect([rowCount, again]).toEqual([1, isOnce ? 0 : 1]);
  const [kept, ...rest] = await queued();
  expect([kept]).toEqual(expected);
  expect(rest).toHaveLength(isOnce ? 0 : 1);
});

test('a job whose queue is missing fails, and with it what was to be committed', async () => {
  const gone = await openShopDatabase();
  await gone.db.owner.query('delete from jobs.queue');
  const order = { user_id: 'asha', order_id: 'the-order' };
  const system = createDatabase({ pool: gone.pool, enter: 'system', prepare: true });
  const sends: ((tx: Transaction) => Promise<void>)[] = [
    (tx) => gone.jobs.send(tx, 'order-notice', order),
    (tx) => gone.jobs.send(tx.withCommit, 'order-notice', order),
    (tx) => gone.jobs.send(tx, 'order-notice', order, { after: 60 }),
    (tx) => gone.jobs.send(tx, 'order-notice', order, { id: ROW.id }),
    (tx) => gone.jobs.send(tx, 'payment-refund', ROW),
    (tx) => gone.jobs.reschedule(tx, 'payment-refund', ROW, 60),
    () => gone.jobs.sendMissing('payment-refund', [ROW]),
  ];
  for (const send of sends) {
    await expect(system.transactAsGuest(send)).rejects.toMatchObject({ code: NOT_NULL });
  }
});

test('twenty slow jobs run in parallel', async () => {
  const ids = Array.from({ length: 20 }, (_, at) => `slow ${at}`);
  let begun = 0;
  const allBegun = Promise.withResolvers<void>();
  for (const id of ids) {
    script.set(id, () => {
      begun += 1;
      if (begun === ids.length) allBegun.resolve();
      return allBegun.promise; // none ends before all have begun
    });
  }
  await post(...ids);
  await expect.poll(() => done).toEqual(expect.arrayContaining(ids));
});

test('a permanent failure becomes a dead letter at once, keeps its data and can be retried', async () => {
  script.set('refused', async () => {
    throw new PermanentFailure('550 at RCPT TO');
  });
  await post('refused');
  await expect
    .poll(() => jobOf('refused'))
    .toMatchObject({ name: DEAD_LETTER_QUEUE, state: 'created' });

  script.delete('refused');
  expect(await retryDeadLetters(db.owner)).toBe(1);
  await expect.poll(() => done).toContain('refused');
  expect(await retryDeadLetters(db.owner)).toBe(0);
});

test('a job is retried for more than a day before it becomes a dead letter', async () => {
  let waited = 0;
  let tries = 0;
  await withBoss(db.owner, async (boss) => {
    // A queue without workers, with the retry options of the others.
    await boss.createQueue('patience', { ...QUEUES['auth-mail'].options });
    const id = await boss.send('patience', {});
    for (;;) {
      const [job] = await boss.fetch('patience', { ignoreStartAfter: true });
      if (!job) break;
      tries += 1;
      await boss.fail('patience', job.id);
      const { rows } = await db.owner.query<{ wait: number }>(
        `select extract(epoch from start_after - now())::float as wait from jobs.job
         where id = $1 and state = 'retry'`,
        [id],
      );
      waited += rows[0]?.wait ?? 0;
    }
  });
  expect(tries).toBe(QUEUES['auth-mail'].options.retryLimit + 1);
  expect(waited).toBeGreaterThan(DAY_SECONDS);
  expect(waited).toBeLessThan(3 * DAY_SECONDS);
});

test('jobs that are queued together wake their worker once, a moment later', () => {
  vi.useFakeTimers();
  const woken: string[] = [];
  const workers = wakeWorkers({ notifyWorker: (id) => woken.push(id) });
  workers.add('auth-mail', 'the worker');
  for (const count of [1, 2]) {
    workers.wake('auth-mail');
    workers.wake('auth-mail');
    workers.wake('picture'); // run by other processes
    expect(woken).toHaveLength(count - 1);
    vi.advanceTimersByTime(500);
    expect(woken).toHaveLength(count);
  }
  workers.wake('auth-mail');
  workers.stop();
  vi.advanceTimersByTime(500);
  expect(woken).toEqual(['the worker', 'the worker']);
  vi.useRealTimers();
});

const earlier = await cloneDatabase();
afterAll(() => earlier.drop());

test('processes that start together on a new database all find the queue set up', async () => {
  const fresh = await cloneDatabase();
  await fresh.owner.query('drop schema jobs cascade');
  await Promise.all(Array.from({ length: 4 }, () => setUpJobs(fresh.connection)));
  await fresh.drop();
});

test('a queue of an earlier version gets the current retries, grants and dead letter queue, a scheduled one none', async () => {
  await earlier.owner.query(`
    update jobs.queue set dead_letter = null, retry_limit = 2 where dead_letter = '${DEAD_LETTER_QUEUE}';
    update jobs.queue set dead_letter = 'picture' where name = 'price-changes';
    delete from jobs.queue where name = '${DEAD_LETTER_QUEUE}';
    delete from jobs.queue where name = 'auth-cleanup';
    revoke all on schema jobs from shop_auth;
    revoke all on all tables in schema jobs from shop_auth;
    comment on schema jobs is 'an earlier version'`);
  await Promise.all([setUpJobs(earlier.connection), setUpJobs(earlier.connection)]); // two processes start at once

  const { rows } = await earlier.owner.query(
    'select name, dead_letter, retry_limit from jobs.queue where name = any($1) order by name',
    [Object.keys(QUEUES)],
  );
  expect(rows).toEqual(
    Object.entries(QUEUES)
      .map(([name, { options, ...queue }]) => ({
        name,
        dead_letter: 'cron' in queue ? null : DEAD_LETTER_QUEUE,
        retry_limit: options.retryLimit,
      }))
      .sort((a, b) => a.name.localeCompare(b.name)),
  );
  const { rows: rights } = await earlier.owner.query(`
    select has_schema_privilege('shop_auth', 'jobs', 'usage') as enters,
      has_table_privilege('shop_auth', 'jobs.job_common', 'insert') as adds,
      has_table_privilege('shop_auth', 'jobs.job_common', 'update, delete') as changes,
      has_column_privilege('shop_auth', 'jobs.job_common', 'data', 'select')
        or has_table_privilege('shop_auth', 'jobs.job', 'select') as reads,
      has_any_column_privilege('shop_app', 'jobs.job_common', 'select') as works`);
  const auth = { enters: true, adds: true, changes: false, reads: false };
  expect(rights).toEqual([{ ...auth, works: true }]);
});

test('a job that waited for three weeks in a backup is still to do after the queue has cleaned up', async () => {
  const db = await cloneDatabase();
  const left = await withClient(db.connection, async (client) => {
    await client.query(`
      insert into jobs.job (name, data, start_after, created_on, keep_until) values
        ('payment-event', '{"order_id":"overdue"}', now() - interval '21 days', now() - interval '21 days', now() - interval '7 days'),
        ('payment-event', '{"order_id":"later"}', now() + interval '2 hours', now(), now() + interval '14 days')`);
    const jobs = await readPendingJobs(client);
    await client.query('delete from jobs.job');
    await requeueJobs(client, jobs);
    const boss = await openBoss(client);
    await boss.supervise('payment-event');
    await boss.stop({ graceful: false });
    return client.query(
      `select data->>'order_id' as id, start_after <= now() as due from jobs.job order by start_after`,
    );
  });
  expect(left.rows).toEqual([
    { id: 'overdue', due: true },
    { id: 'later', due: false },
  ]);
  await db.drop();
});
