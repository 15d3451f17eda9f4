import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LockHeldError, withLockWaits } from './lock-waits.ts';
import { cloneDatabase, type TestDatabase } from './testing/test-database.ts';
import { withClient } from './with-client.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await cloneDatabase();
  await db.owner.query('create table cups (size integer)');
});
afterAll(() => db.drop());

/** Long enough to look who has the lock, also on a busy machine. */
const WAIT_MS = 5_000;

const LOCK = 'lock table cups in access exclusive mode';

/** Holds the lock while `work` runs, as an operator would who forgot an open psql. */
function withHeldLock<T>(work: (holder: pg.Client) => Promise<T>): Promise<T> {
  return withClient({ ...db.connection, application_name: 'psql' }, async (holder) => {
    await holder.query(`begin; ${LOCK}`);
    return work(holder);
  });
}

test('a lock that stays taken is waited for, then refused, and both say who has it', async () => {
  const lines: { holders: object[]; message: string }[] = [];
  const log = {
    warn: (fields: { holders: object[] }, message: string) =>
      void lines.push({ ...fields, message }),
  };
  await withHeldLock(async (holder) => {
    const { rows } = await holder.query('select pg_backend_pid() as pid');
    const outcome = withLockWaits(
      db.connection,
      { purpose: 'migrations', waitMs: WAIT_MS, log },
      (client) => client.query(`begin; ${LOCK}`),
    );
    await expect(outcome).rejects.toThrow(LockHeldError);
    await expect(outcome).rejects.toThrow(
      new RegExp(
        `^migrations: .* process ${rows[0].pid} \\(user \\w+, application psql, idle in transaction since \\d{4}-`,
      ),
    );
    expect(lines).toEqual([
      {
        message: 'migrations: waiting for a lock that somebody else holds',
        holders: [expect.objectContaining({ pid: rows[0].pid, application: 'psql' })],
      },
    ]);
  });
});

test('a lock that becomes free in time is taken', async () => {
  let waiting: Promise<unknown> | undefined;
  await withHeldLock(async () => {
    waiting = withLockWaits(db.connection, { purpose: 'job queue' }, (client) =>
      client.query(`begin; ${LOCK}`),
    );
    await expect
      .poll(async () => (await db.owner.query('select from pg_locks where not granted')).rowCount)
      .toBe(1);
  });
  await waiting;
});
