import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { openPgbench } from './pgbench.ts';
import { atLeast, atMost, median, p95, type Row, spread } from './report.ts';
import { type BenchShop, type Cpu, withBenchShop } from './shop.ts';
import { clearRound, type Outcome, openShoppers, type Shoppers, STOCK } from './shoppers.ts';

const ROUNDS = 5;
const SECONDS = 4;
const PGBENCH_SECONDS = 2;
const WARM_UP_SECONDS = 4;
/** How long the confirmation emails of a round may take. */
const EMAILS_SECONDS = 60;

/** Two cart adds, an address, an order; compared with pgbench running the same statements on the same PostgreSQL. */
export async function orders(): Promise<Row[]> {
  return withBenchShop('orders', async (shop) => {
    const shoppers = await openShoppers(shop);
    const pgbench = await openPgbench(shop, shoppers.products);
    const warmUp = await measureRound(shop, shoppers, WARM_UP_SECONDS);
    await pgbench.orderFor(1);
    const rounds: Round[] = [];
    const limits: Awaited<ReturnType<typeof pgbench.orderFor>>[] = [];
    for (let n = 0; n < ROUNDS; n++) {
      rounds.push(await measureRound(shop, shoppers, SECONDS));
      limits.push(await pgbench.orderFor(PGBENCH_SECONDS));
    }
    await pgbench.close();
    await checkOrders(shop.owner, [warmUp, ...rounds]);
    return report(rounds, limits);
  });
}

type Round = Outcome & Cpu;

/** CPU time is counted until the emails are written, too; the rate until the last order. */
async function measureRound(shop: BenchShop, shoppers: Shoppers, seconds: number): Promise<Round> {
  await clearRound(shop.owner);
  const { result, ...cpu } = await shop.cpuFor(async () => {
    const outcome = await shoppers.orderFor(seconds);
    await untilEmailsAreWritten(shop.owner);
    return outcome;
  });
  return { ...result, ...cpu };
}

async function untilEmailsAreWritten(owner: pg.Pool): Promise<void> {
  for (const deadline = Date.now() + EMAILS_SECONDS * 1000; Date.now() < deadline; ) {
    const { rowCount } = await owner.query(
      `select from jobs.job where name = 'order-confirmation' and state < 'completed' limit 1`,
    );
    if (rowCount === 0) return;
    await sleep(100);
  }
  throw new Error(`Emails were not written after ${EMAILS_SECONDS} s`);
}

function report(rounds: Round[], limits: { rate: number; postgres: number }[]): Row[] {
  const rates = rounds.map(({ orders, seconds }) => orders / seconds);
  const limitRates = limits.map(({ rate }) => rate);
  const ratio = median(rates.map((rate, n) => rate / (limitRates[n] ?? Number.NaN)));
  const perOrder = (pick: (cpu: Cpu) => number) =>
    median(rounds.map((round) => pick(round) / round.orders));
  const cpu = perOrder(({ app, postgres }) => app + postgres);
  const latency = (ms: number[]) => `p50 ${median(ms).toFixed(1)} ms, p95 ${p95(ms).toFixed(1)} ms`;
  return [
    {
      what: 'orders per second',
      measured: spread(rates, 0),
      comparedWith: `pgbench ${spread(limitRates, 0)}`,
    },
    {
      what: 'of pgbench’s rate',
      measured: ratio.toFixed(2),
      target: atLeast(Number(ratio.toFixed(2)), 0.5),
    },
    {
      what: 'CPU per order, application and PostgreSQL',
      measured: `${cpu.toFixed(2)} ms`,
      target: atMost(cpu, 25, ' ms'),
    },
    { what: 'of it application', measured: `${perOrder(({ app }) => app).toFixed(2)} ms` },
    {
      what: 'of it PostgreSQL',
      measured: `${perOrder(({ postgres }) => postgres).toFixed(2)} ms`,
      comparedWith: `pgbench ${median(limits.map(({ postgres }) => postgres)).toFixed(2)} ms`,
    },
    { what: 'place order', measured: latency(rounds.flatMap(({ placing }) => placing)) },
    { what: 'whole flow', measured: latency(rounds.flatMap(({ flows }) => flows)) },
  ];
}

/**
 * Compares the acknowledged orders with the database: the same orders, the same pieces of each product in them, and
 * stock reduced by exactly these. Throws when they differ.
 */
async function checkOrders(owner: pg.Pool, outcomes: Outcome[]): Promise<void> {
  const { rows } = await owner.query<{ count: number }>('select count(*)::integer from orders');
  const products = await owner.query<{ id: string; gone: number; sold: number }>(
    `select id, $1 - stock as gone, coalesce((
       select sum(quantity) from order_items where product_id = products.id
     ), 0)::integer as sold
     from products`,
    [STOCK],
  );
  const acknowledged = outcomes.reduce((sum, { orders }) => sum + orders, 0);
  const faults = rows[0]?.count === acknowledged ? [] : [`${rows[0]?.count} orders kept`];
  for (const { id, gone, sold } of products.rows) {
    const bought = outcomes.reduce((sum, outcome) => sum + (outcome.sold[id] ?? 0), 0);
    if (gone !== bought || sold !== bought)
      faults.push(`product ${id}: ${bought} bought, ${sold} in orders, ${gone} gone from stock`);
  }
  if (faults.length > 0)
    throw new Error(`${acknowledged} orders acknowledged, but ${faults.join('; ')}`);
}
