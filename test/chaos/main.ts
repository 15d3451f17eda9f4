import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { embeddedPostgres } from '@aparajita/embedded-postgres';
import { migrate } from '@aparajita/postgres/migrate';
import { seedCatalogue } from '#server/catalogue/seed.ts';
import { SHOP_SCHEMA } from '#server/database/shop-schema.ts';
import { setUpJobs } from '#server/jobs/set-up.ts';
import { runChaos } from './chaos.ts';
import type { ShopProcessOptions } from './shop-process.ts';

/**
 * `npm run chaos [-- --seed 7 --attempts 2000]`: pays in a shop with several processes and its own database while
 * everything fails. Prints the ledger; exits non-zero on any difference.
 */
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    attempts: { type: 'string', default: '2000' },
  },
});
const good = await payUnderChaos(Number(values.seed), Number(values.attempts));
if (!good) process.exitCode = 1;

/** Runs that many attempts to pay and prints the ledger. @returns whether the ledger balances. */
async function payUnderChaos(seed: number, attempts: number): Promise<boolean> {
  const result = await withOwnPostgres(({ connection, pid }) =>
    runChaos({
      connection,
      seed,
      attempts,
      customers: 40,
      processes: 3,
      killEveryMs: 7_000,
      restartDatabase: async () => {
        console.log('the database is restarted');
        // 'Fast' shutdown: closes every connection. embeddedPostgres notices and restarts the server.
        process.kill(await pid(), 'SIGINT');
      },
    }),
  );

  const agree = result.differences.length === 0;
  console.log(`Seed ${seed}, ${attempts} attempts, ${result.kills} killed, ${result.seconds} s`);
  const rows = [...[...result.counts].sort(), ...result.sums, ...result.differences];
  console.table(Object.fromEntries(rows));
  console.log(agree ? 'The ledger balances.' : 'THE LEDGER DOES NOT BALANCE');
  const paid = Object.fromEntries(result.sums)['orders paid online'] ?? 0;
  return agree && paid > 0;
}

type OwnPostgres = {
  connection: ShopProcessOptions['connection'];
  /** The process id of the server. */
  pid(): Promise<number>;
};

/** Runs `work` with a new shop's database on its own server, which is deleted afterwards. */
async function withOwnPostgres<T>(work: (own: OwnPostgres) => Promise<T>): Promise<T> {
  await mkdir('.cache', { recursive: true });
  const dataDir = await mkdtemp('.cache/chaos-');
  const { connection, stop } = await embeddedPostgres(path.join(dataDir, 'postgres'), {
    database: 'shop',
    settings: { fsync: 'off', max_connections: '120' },
  });
  try {
    await migrate(connection, SHOP_SCHEMA);
    await seedCatalogue(connection, 'db/seed.sql');
    await setUpJobs(connection);
    return await work({
      connection,
      async pid() {
        const pidFile = await readFile(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8');
        return Number(pidFile.split('\n')[0]);
      },
    });
  } finally {
    await stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
