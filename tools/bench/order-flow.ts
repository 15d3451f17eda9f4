import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import { ProductSummary } from '#contract/catalogue.ts';
import { type Account, openAccounts } from './accounts.ts';
import { checkOrders } from './check-orders.ts';
import type { Outcome } from './order-driver.ts';
import { ACCOUNTS_EACH, type Driver, SHOPPERS, startDriver } from './order-process.ts';
import { copyForPgbench, openPgbench } from './pgbench.ts';
import { atLeast, atMost, fixed, median, type Part, quantile, spread } from './report.ts';
import { type BenchShop, withBenchShop } from './shop.ts';

const ROUNDS = 5;
const SECONDS = 4;
const PGBENCH_SECONDS = 2;
const WARM_UP_SECONDS = 4;
/** How long after a round its confirmation emails may take. */
const DRAIN_SECONDS = 8;

/** Enough for any run; no order is refused for lack of stock. */
const STOCK = 100_000_000;

/** The whole order flow, compared with pgbench running the same statements on the same PostgreSQL. */
export async function orderFlow(): Promise<Part> {
  return withBenchShop('orders', async (shop) => {
    const { accounts, products } = await prepare(shop);
    await shop.whileClosed(() => copyForPgbench(shop));
    const { ours, theirs, all } = await measure(shop, accounts, products);
    await checkOrders(shop.owner, all, STOCK);
    return report(ours, theirs);
  });
}

/** Opens the accounts and fills the stock. */
export async function prepare(
  shop: BenchShop,
): Promise<{ accounts: Account[]; products: ProductSummary[] }> {
  await shop.owner.query('update products set stock = $1', [STOCK]);
  const accounts = await openAccounts(shop.url, SHOPPERS * ACCOUNTS_EACH);
  const answer = await fetch(`${shop.url}/api/products`);
  return { accounts, products: z.array(ProductSummary).parse(await answer.json()) };
}

async function measure(shop: BenchShop, accounts: Account[], products: ProductSummary[]) {
  const driver = await startDriver(shop, accounts, products);
  const limit = await openPgbench(shop, accounts, products);
  try {
    const all: Outcome[] = [await driver.orderFor(WARM_UP_SECONDS)];
    await drain(shop);
    await limit.orderFor(1);
    const ours: Round[] = [];
    const theirs: Limit[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const measured = await measureRound(shop, driver);
      all.push(measured);
      ours.push(measured);
      theirs.push(await limit.orderFor(PGBENCH_SECONDS));
    }
    return { all, ours, theirs };
  } finally {
    await Promise.all([driver.close(), limit.close()]);
  }
}

type Limit = { rate: number; orders: number; postgresMs: number };
type Round = Outcome & {
  cpuMs: number;
  appMs: number;
  postgresMs: number;
  emailsLeft: number;
};

/** CPU time is counted until the emails are written, too; the rate until the last order. */
async function measureRound(shop: BenchShop, driver: Driver): Promise<Round> {
  let before = shop.cpu();
  const outcome = await driver.orderFor(SECONDS, () => {
    before = shop.cpu();
  });
  const emailsLeft = await drain(shop);
  const after = shop.cpu();
  return {
    ...outcome,
    appMs: after.app - before.app,
    postgresMs: after.postgres - before.postgres,
    emailsLeft,
  };
}

/** Waits until the queued emails are written; returns how many are not when the time is over. */
async function drain({ owner }: BenchShop): Promise<number> {
  for (const deadline = Date.now() + DRAIN_SECONDS * 1000; ; await sleep(100)) {
    const { rows } = await owner.query(
      `select count(*)::integer as left from jobs.job where name = 'order-confirmation' and state < 'completed'`,
    );
    const left = Number(rows[0]?.left);
    if (left === 0 || Date.now() > deadline) return left;
  }
}

function report(ours: Round[], theirs: Limit[]): Part {
  const rates = ours.map(({ orders, seconds }) => orders / seconds);
  const limits = theirs.map(({ rate }) => rate);
  const ratio = median(rates.map((rate, n) => rate / (limits[n] ?? Number.NaN)));
  const perOrder = (pick: (round: Round) => number) =>
    median(ours.map((round) => pick(round) / round.orders));
  const msPerOrder = (pick: (round: Round) => number) => fixed(perOrder(pick), 2, ' ms');
  const cpu = perOrder((r) => r.appMs + r.postgresMs);
  const refusals = ours.flatMap((round) => round.refusals);
  const emailsLeft = ours.at(-1)?.emailsLeft ?? 0;
  const placing = ours.flatMap((round) => round.placing);
  const flows = ours.flatMap((round) => round.flows);
  return {
    title: `Order flow: two cart adds, an address, an order; ${SHOPPERS} shoppers at once`,
    lines: [
      {
        what: 'orders per second',
        value: spread(rates, 0),
        comparison: `pgbench ${spread(limits, 0)}`,
      },
      { what: 'of pgbench’s rate', value: fixed(ratio, 2), target: atLeast(round(ratio, 2), 0.5) },
      {
        what: 'CPU per order, application and PostgreSQL',
        value: fixed(cpu, 2, ' ms'),
        target: atMost(cpu, 25, ' ms'),
      },
      { what: '  application', value: msPerOrder((r) => r.appMs) },
      {
        what: '  PostgreSQL',
        value: msPerOrder((r) => r.postgresMs),
        comparison: `pgbench ${fixed(median(theirs.map((r) => r.postgresMs / r.orders)), 2)} ms`,
      },
      { what: 'place order, p50 / p95', value: quantiles(placing) },
      { what: 'whole flow, p50 / p95', value: quantiles(flows) },
      { what: 'refused', value: String(refusals.length), target: atMost(refusals.length, 0) },
      {
        what: 'emails not yet written at the end',
        value: String(emailsLeft),
        target: atMost(emailsLeft, 0),
      },
    ],
    notes: [
      `${ROUNDS} rounds of ${SECONDS} s, each followed by pgbench; medians. The orders agree: every acknowledged order is there once, stock went down by what was sold.`,
      `CPU includes the confirmation emails; the driver's own, ${msPerOrder((r) => r.cpuMs)} per order, is left out.`,
      ...(emailsLeft > 0
        ? ['Emails not written in time are missing from the CPU of an order.']
        : []),
      ...new Set(refusals.slice(0, 3)),
    ],
  };
}

function quantiles(values: number[]): string {
  return `${fixed(quantile(values, 0.5), 1)} / ${fixed(quantile(values, 0.95), 1)} ms`;
}

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
