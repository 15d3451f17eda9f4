import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';

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
      await asAdmin(server, `drop database ${database} with (force)`);
    },
  };
}

async function asAdmin(server: pg.ClientConfig, statement: string): Promise<void> {
  const client = new pg.Client({ ...server, database: 'postgres' });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
