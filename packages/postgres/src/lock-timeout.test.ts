import { afterAll, beforeAll, expect, test } from 'vitest';
import { cloneDatabase, type TestDatabase } from '#postgres-test/test-database.ts';
import { LockHeldError, withLockTimeout } from './lock-timeout.ts';
import { withClient } from './with-client.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await cloneDatabase();
  await db.owner.query('create table cups (size integer)');
});
afterAll(() => db.drop());

const LOCK = 'lock table cups in access exclusive mode';

/** Holds the lock while `work` runs, as an operator would who forgot an open psql. */
function withHeldLock<T>(work: () => Promise<T>): Promise<T> {
  return withClient({ ...db.connection, application_name: 'psql' }, async (holder) => {
    await holder.query(`begin; ${LOCK}`);
    return work();
  });
}

test('a lock that stays taken is waited for, then refused', async () => {
  await withHeldLock(async () => {
    const outcome = withLockTimeout(
      db.connection,
      { purpose: 'migrations', waitMs: 100 },
      (client) => client.query(`begin; ${LOCK}`),
    );
    await expect(outcome).rejects.toThrow(LockHeldError);
    await expect(outcome).rejects.toThrow('migrations: somebody else keeps a lock that is needed');
  });
});

test('a lock that becomes free in time is taken', async () => {
  let waiting: Promise<unknown> | undefined;
  await withHeldLock(async () => {
    waiting = withLockTimeout(db.connection, { purpose: 'job queue' }, (client) =>
      client.query(`begin; ${LOCK}`),
    );
    await expect
      .poll(async () => (await db.owner.query('select from pg_locks where not granted')).rowCount)
      .toBe(1);
  });
  await waiting;
});
