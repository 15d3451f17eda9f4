import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { withClient } from '@aparajita/postgres/with-client';
import pg from 'pg';
import { findTool } from '../setup/bench-tools.mjs';
import type { Account } from './accounts.ts';
import { DELIVER, ORDERS_PER_ACCOUNT, SHOPPERS } from './order-process.ts';
import { orderScript } from './order-script.ts';
import { cpuOfTree } from './processes.ts';
import { recordOrder } from './recorded-order.ts';
import { BENCH_DIR, type BenchShop } from './shop.ts';

/** The shop's order flow as fast as PostgreSQL alone can run it, with only pgbench in front. */
type OrderLimit = {
  orderFor(seconds: number): Promise<{ rate: number; orders: number; postgresMs: number }>;
  close(): Promise<void>;
};

const DATABASE = 'pgbench';

/**
 * Copies the shop's database, with its products, accounts and open sessions, for pgbench. The shop must be stopped
 * meanwhile. Nothing runs the jobs that pgbench queues.
 */
export async function copyForPgbench({ connection }: BenchShop): Promise<void> {
  await withClient({ ...connection, database: 'postgres' }, (admin) =>
    admin.query(`create database ${DATABASE} template ${connection.database}`),
  );
}

export async function openPgbench(
  { connection, postmaster }: BenchShop,
  accounts: Account[],
  products: { id: string; price: number }[],
): Promise<OrderLimit> {
  const owner = new pg.Pool({ ...connection, database: DATABASE, max: 4, pipeline: true });
  await owner.query('create table shopper (n integer primary key, user_id uuid, session_id uuid)');
  await owner.query('grant select on shopper to shop_app');
  await owner.query(
    'insert into shopper select * from unnest($1::integer[], $2::uuid[], $3::uuid[])',
    [
      accounts.map((_, n) => n),
      accounts.map(({ userId }) => userId),
      accounts.map(({ sessionId }) => sessionId),
    ],
  );

  const { script, variables } = await repeatable(owner, accounts, products);
  const folder = path.join(BENCH_DIR, 'pgbench');
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, 'order.sql');
  writeFileSync(file, script);
  const ordersIn = async () => {
    const { rows } = await owner.query('select count(*)::integer as count from orders');
    return Number(rows[0]?.count);
  };

  return {
    async orderFor(seconds) {
      await owner.query('delete from addresses');
      await owner.query(DELIVER);
      await owner.query('delete from cart_items'); // pgbench may have stopped in the middle of a flow
      const [had, before] = [await ordersIn(), cpuOfTree(postmaster)];
      const { transactions, rate } = await run(file, variables, seconds, connection);

      const postgresMs = cpuOfTree(postmaster) - before;
      const orders = (await ordersIn()) - had;
      if (Math.abs(orders - transactions) > SHOPPERS) {
        throw new Error(`pgbench counts ${transactions} orders where the database has ${orders}`);
      }
      return { rate, orders, postgresMs };
    },
    close: () => owner.end(),
  };
}

/** One order of the shop's own code on this database, as a script. */
async function repeatable(
  owner: pg.Pool,
  accounts: Account[],
  products: { id: string; price: number }[],
) {
  const [account] = accounts;
  const [one, other] = products;
  if (!account || !one || !other) throw new Error('Nobody to order, or nothing to buy');
  const recorded = await recordOrder(owner, account, [one, other]);
  return orderScript(recorded, products, {
    shoppers: SHOPPERS,
    ordersPerAccount: ORDERS_PER_ACCOUNT,
  });
}

async function run(
  file: string,
  variables: Record<string, string>,
  seconds: number,
  { host, port, user }: BenchShop['connection'],
): Promise<{ transactions: number; rate: number }> {
  const settings = Object.entries(variables).map(([name, value]) => `--define=${name}=${value}`);
  const { stdout, stderr } = await promisify(execFile)(
    findTool('pgbench') ?? 'pgbench',
    [
      ...['--no-vacuum', '--protocol=prepared', `--client=${SHOPPERS}`, '--jobs=2'],
      ...[`--time=${seconds}`, `--file=${file}`, ...settings, DATABASE],
    ],
    // With the role of the shop, its rights and its row security.
    { env: { PGHOST: host, PGPORT: String(port), PGUSER: user, PGOPTIONS: '-c role=shop_app' } },
  );
  const [, transactions] = /actually processed: (\d+)/.exec(stdout) ?? [];
  const [, rate] = /^tps = ([\d.]+)/m.exec(stdout) ?? [];
  if (transactions === undefined || rate === undefined || /aborted/.test(stderr)) {
    throw new Error(`pgbench did not do its work:\n${stdout}\n${stderr}`);
  }
  return { transactions: Number(transactions), rate: Number(rate) };
}
