import { mkdtemp, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { setUpJobs } from '#server/jobs/set-up.ts';
import { migrate } from '#server/platform/database/migrate.ts';
import { seedCatalogue } from '#server/platform/database/seed.ts';
import { embeddedPostgres } from '#server/platform/embedded-postgres/embedded-postgres.ts';
import { runChaos } from './chaos.ts';

/**
 * `npm run chaos [-- --seed 7 --attempts 2000]`: a shop in several processes on a database of its own is paid at while
 * everything breaks. Prints the ledger; exits non-zero on any difference.
 */
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    attempts: { type: 'string', default: '2000' },
  },
});
const seed = Number(values.seed);
const attempts = Number(values.attempts);

const dataDir = await mkdtemp('.cache/chaos-');
const postgres = await embeddedPostgres(path.join(dataDir, 'postgres'), {
  settings: { fsync: 'off', max_connections: '120' },
});
await migrate(postgres.connection, 'db/migrations');
await seedCatalogue(postgres.connection, 'db/seed.sql');
await setUpJobs(postgres.connection);

const result = await runChaos({
  connection: postgres.connection,
  seed,
  attempts,
  customers: 40,
  processes: 3,
  killEveryMs: 7_000,
  report: console.log,
  restartDatabase: async () => {
    console.log('the database is restarted');
    const pidFile = await readFile(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8');
    // 'Fast' shutdown: every connection is cut off. Whoever notices brings the server back.
    process.kill(Number(pidFile.split('\n')[0]), 'SIGINT');
  },
});
await postgres.stop();
await rm(dataDir, { recursive: true, force: true });

const line = ([name, number]: [string, number]) => `  ${String(number).padStart(9)}  ${name}`;
console.log(`\nWhat happened (seed ${seed}, ${attempts} attempts, ${result.seconds} s)`);
console.log(line(['processes killed', result.kills]));
console.log([...result.counts].sort().map(line).join('\n'));
console.log('\nThe ledger');
console.log(result.sums.map(line).join('\n'));
if (result.differences.length === 0) {
  console.log('\nThe books agree.');
} else {
  console.log('\nTHE BOOKS DO NOT AGREE');
  console.log(result.differences.map(line).join('\n'));
  process.exitCode = 1;
}
