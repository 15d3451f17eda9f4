// For the tests (neighbour.ts starts it): a process of its own that uses the database in a folder. It does what it is
// told, one command a line: `query SQL` answers the rows as JSON, `stop` answers what stopping came to, and ends.
import { createInterface } from 'node:readline';
import pg from 'pg';
import { embeddedPostgres } from './embedded-postgres.ts';

const [dataDir = ''] = process.argv.slice(2);

try {
  const server = await embeddedPostgres(dataDir, { settings: { fsync: 'off' }, report: () => {} });
  const pool = new pg.Pool(server.connection);
  pool.on('error', () => {});
  const rowsOf = (sql: string) => pool.query(sql).then(({ rows }) => rows, refusal);
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
  answer(refusal(error));
}

function refusal(error: unknown) {
  return { error: error instanceof Error ? error.message : String(error) };
}

function answer(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value)}\n`);
}
