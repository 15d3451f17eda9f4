// Started by other-process.ts: a process that uses the database in a folder. It reads commands, one per line: `query
// SQL` prints the rows as JSON; `stop` prints 'stopped' or 'in use' and ends the process.
import { createInterface } from 'node:readline';
import pg from 'pg';
import { embeddedPostgres } from '#embedded-postgres/embedded-postgres.ts';

const [dataDir = ''] = process.argv.slice(2);

try {
  const server = await embeddedPostgres(dataDir, {
    database: 'app',
    settings: { fsync: 'off' },
    report: () => {},
  });
  const pool = new pg.Pool(server.connection);
  pool.on('error', () => {});
  const rowsOf = (sql: string) => pool.query(sql).then(({ rows }) => rows, failure);
  answer(server.connection);
  for await (const line of createInterface(process.stdin)) {
    if (line.startsWith('query ')) answer(await rowsOf(line.slice('query '.length)));
    if (line === 'stop') {
      await pool.end();
      answer(await server.stop());
      break;
    }
  }
} catch (error) {
  answer(failure(error));
}

function failure(error: unknown) {
  return { error: error instanceof Error ? error.message : String(error) };
}

function answer(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value)}\n`);
}
