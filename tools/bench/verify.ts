import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { embeddedPostgres } from '@aparajita/embedded-postgres';
import { describeServer } from '@aparajita/embedded-postgres/server';
import { migrate } from '@aparajita/postgres/migrate';
import type { Paid } from '@aparajita/razorpay/sandbox';
import { openSandbox, sandboxSettings } from '@aparajita/razorpay/sandbox';
import * as z from 'zod';
import { seedCatalogue } from '#server/catalogue/seed.ts';
import { SHOP_SCHEMA } from '#server/database/shop-schema.ts';
import { setUpJobs } from '#server/jobs/set-up.ts';
import { TIMING } from '#server/payments/context.ts';
import { startProcesses } from '#test/chaos/processes.ts';
import { type Account, openAccounts } from './accounts.ts';
import { beginPayment, request } from './begin-online-payment.ts';
import { cpuOf, cpuOfTree } from './processes.ts';
import { afterWarmUp } from './report.ts';
import { BENCH_DIR, type Cpu } from './shop.ts';

const SHOPPERS = 8;
const EACH = 10;
const ROUNDS = 5;

const Verified = z.object({ status: z.literal('paid') });

/**
 * CPU milliseconds per verification, by round: the shop in a process of its own, the gateway in this one. PostgreSQL's
 * part includes the gateway's one query. The first round warms up and is not included.
 */
export async function verifyCosts(): Promise<Cpu[]> {
  const dataDir = path.join(BENCH_DIR, 'verify/postgres');
  await describeServer(dataDir, {}).stop();
  rmSync(dataDir, { recursive: true, force: true });
  const postgres = await embeddedPostgres(dataDir, { database: 'shop' });
  const { connection } = postgres;
  await migrate(connection, SHOP_SCHEMA);
  await seedCatalogue(connection, 'db/seed.sql');
  await setUpJobs(connection);
  const gateway = sandboxSettings('a secret of the bench');
  const [webhookSecret = ''] = gateway.webhookSecrets;
  const sandbox = await openSandbox({
    owner: connection,
    key: gateway.key,
    webhookSecret,
    everyMs: null,
  });
  const processes = await startProcesses(1, {
    connection,
    gateway,
    sandboxUrl: sandbox.url,
    timing: TIMING,
  });
  await sandbox.pool.query('update products set stock = 1000000');
  const postmaster = Number(
    readFileSync(path.join(dataDir, 'postmaster.pid'), 'utf8').split('\n')[0],
  );
  try {
    const url = processes.url(() => 0) ?? '';
    const accounts = await openAccounts(url, SHOPPERS * EACH);
    return await afterWarmUp(ROUNDS, async () => {
      const paid: [Account, Paid][] = [];
      for (const account of accounts) {
        const order = await beginPayment(url, account);
        const triple = await sandbox.pay(order, { outcome: 'success', method: 'upi' });
        if (!triple) throw new Error('The gateway took no money');
        paid.push([account, triple]);
      }
      const cpu = () => ({ app: cpuOf(processes.pid(0)), postgres: cpuOfTree(postmaster) });
      const before = cpu();
      await runConcurrently(paid, async ([account, triple]) => {
        Verified.parse(await request(url, account, '/verify-razorpay-payment', triple));
      });
      const after = cpu();
      const each = (part: 'app' | 'postgres') => (after[part] - before[part]) / paid.length;
      return { app: each('app'), postgres: each('postgres') };
    });
  } finally {
    await processes.stop();
    await sandbox.close();
    await postgres.stop();
  }
}

/** Runs eight at a time. */
async function runConcurrently<T>(all: T[], work: (one: T) => Promise<void>): Promise<void> {
  const left = [...all];
  await Promise.all(
    Array.from({ length: SHOPPERS }, async () => {
      for (let one = left.pop(); one !== undefined; one = left.pop()) await work(one);
    }),
  );
}
