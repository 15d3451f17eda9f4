import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { withClient } from '@aparajita/postgres/with-client';
import pg from 'pg';
import { findTool } from '../setup/bench-tools.mjs';
import { orderScript } from './order-script.ts';
import { type BenchShop, emptyFolder } from './shop.ts';
import { clearRound, type Product, SHOPPERS } from './shoppers.ts';

const DATABASE = 'pgbench';

/**
 * The shop's order flow as fast as PostgreSQL alone can run it, with only pgbench in front: on a copy of the shop's
 * database, with its products, accounts and open sessions. Nothing runs the jobs that it queues there.
 */
export async function openPgbench(shop: BenchShop, products: Product[]) {
  const { connection } = shop;
  await shop.restart(() =>
    withClient({ ...connection, database: 'postgres' }, (admin) =>
      admin.query(`create database ${DATABASE} template ${connection.database}`),
    ),
  );
  const owner = new pg.Pool({ ...connection, database: DATABASE, max: 2, pipeline: true });
  await owner.query(`
    create table shopper as select distinct on (user_id)
      dense_rank() over (order by user_id) - 1 as n, user_id, id as session_id from auth.sessions;
    alter table shopper add primary key (n);
    grant select on shopper to shop_app`);
  const { script, variables } = await orderScript(owner, products);
  const file = path.join(await emptyFolder('pgbench'), 'order.sql');
  writeFileSync(file, script);
  const countOrders = async () => {
    const { rows } = await owner.query('select count(*)::integer from orders');
    return Number(rows[0]?.count);
  };

  return {
    /** The rate, and PostgreSQL's CPU milliseconds per order. */
    async orderFor(seconds: number): Promise<{ rate: number; postgres: number }> {
      await clearRound(owner);
      const before = await countOrders();
      const { result, postgres } = await shop.cpuFor(() =>
        run(connection, [`--time=${seconds}`, `--file=${file}`, ...variables]),
      );
      const orders = (await countOrders()) - before;
      if (Math.abs(orders - result.transactions) > SHOPPERS)
        throw new Error(`pgbench counts ${result.transactions} orders, the database ${orders}`);
      return { rate: result.rate, postgres: postgres / orders };
    },
    close: () => owner.end(),
  };
}

async function run({ host, port, user }: BenchShop['connection'], options: string[]) {
  const { stdout, stderr } = await promisify(execFile)(
    findTool('pgbench') ?? 'pgbench',
    [
      ...['--no-vacuum', '--protocol=prepared', `--client=${SHOPPERS}`, '--jobs=2'],
      ...[...options, DATABASE],
    ],
    // With the role of the shop, its rights and its row security.
    { env: { PGHOST: host, PGPORT: String(port), PGUSER: user, PGOPTIONS: '-c role=shop_app' } },
  );
  const [, transactions] = /actually processed: (\d+)/.exec(stdout) ?? [];
  const [, rate] = /^tps = ([\d.]+)/m.exec(stdout) ?? [];
  if (transactions === undefined || rate === undefined || /aborted/.test(stderr))
    throw new Error(`pgbench did not do its work:\n${stdout}\n${stderr}`);
  return { transactions: Number(transactions), rate: Number(rate) };
}
