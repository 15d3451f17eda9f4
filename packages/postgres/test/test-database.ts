import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import type { Timeouts } from '#postgres/timeouts.ts';
import { withClient } from '#postgres/with-client.ts';

const MINUTE_MS = 60_000;

/**
 * For tests that make a statement wait for a lock and let it go on later: how long they need to see that it waits is up to
 * the machine.
 */
export const LONG_TIMEOUTS: Timeouts = {
  lock: MINUTE_MS,
  statement: MINUTE_MS,
  idleInTransaction: MINUTE_MS,
};

/** The server that Vitest's global setup provides, with the template that each test file clones. */
export type TestServer = { host: string; port: number; user: string; template: string };

declare module 'vitest' {
  interface ProvidedContext {
    testServer: TestServer;
  }
}

export type TestDatabase = {
  /** As the owner of everything: bypasses row security, for checks and for setting up. */
  owner: pg.Pool;
  connection: pg.ClientConfig;
  drop(): Promise<void>;
};

/** A migrated and seeded database for this test file. */
export async function cloneDatabase(): Promise<TestDatabase> {
  const { template, ...server } = inject('testServer');
  const database = `test_${randomUUID().replaceAll('-', '')}`;
  await asAdmin(server, `create database ${database} template ${template}`);
  // Shorter than the shop's lock timeout, so that a deadlock is reported as one and not as a lock timeout.
  await asAdmin(server, `alter database ${database} set deadlock_timeout = '50ms'`);
  const connection = { ...server, database };
  const owner = new pg.Pool({ ...connection, max: 4 });
  owner.on('error', () => {}); // dropping the database closes idle connections
  return {
    owner,
    connection,
    async drop() {
      await owner.end();
      await untilClosed(server, database);
      await asAdmin(server, `drop database ${database} with (force)`);
    },
  };
}

/**
 * Waits up to two seconds until nobody is connected. A pool has ended before the server has closed its connections, and
 * one that is dropped meanwhile throws an error that nobody can catch.
 */
async function untilClosed(server: pg.ClientConfig, database: string): Promise<void> {
  await asAdmin(
    server,
    `do $$ begin
      for attempt in 1..200 loop
        exit when not exists (select from pg_stat_activity where datname = '${database}' and backend_type = 'client backend');
        perform pg_sleep(0.01);
        perform pg_stat_clear_snapshot();
      end loop;
    end $$`,
  );
}

async function asAdmin(server: pg.ClientConfig, statement: string): Promise<void> {
  await withClient({ ...server, database: 'postgres' }, (admin) => admin.query(statement));
}

const closings: (() => unknown)[] = [];

/**
 * Calls `close` after the test file's last test; what was opened last is closed first. Vitest ignores an `afterAll` that is
 * called while hooks or tests run, as helpers are that open something in `beforeAll`.
 */
export function closeAfterFile(close: () => unknown): void {
  closings.push(close);
}

/** For the `afterAll` of a setup file. Closes everything, also if something cannot be closed; then it throws that. */
export async function closeOpened(): Promise<void> {
  const failures: unknown[] = [];
  for (const close of closings.splice(0).reverse()) {
    try {
      await close();
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Not everything was closed');
}
