import { setTimeout as sleep } from 'node:timers/promises';
import type { ProductSummary } from '#contract/catalogue.ts';
import type { Account } from './accounts.ts';
import { measureRound, type Round } from './order-flow.ts';
import { startDriver } from './order-process.ts';
import { atLeast, atMost, fixed, type Line, median, quantile, spread } from './report.ts';
import type { BenchShop } from './shop.ts';

const PAIRS = 10;

type Reports = {
  /** Paths for `request`, asked for in turn. */
  paths: readonly string[];
  request: (path: string) => Promise<string>;
};

/**
 * Orders per second while somebody asks for a report every second, and alone, in turns: which of the two comes first
 * changes from pair to pair.
 */
export async function ordersBesideReports(
  shop: BenchShop,
  accounts: Account[],
  products: ProductSummary[],
  { paths, request }: Reports,
): Promise<Line[]> {
  const driver = await startDriver(shop, accounts, products);
  const alone = () => measureRound(shop, driver);
  const waits: number[] = [];

  async function askNext(n: number): Promise<void> {
    const began = performance.now();
    await request(paths[n % paths.length] ?? '');
    waits.push(performance.now() - began);
  }

  async function beside(): Promise<Round> {
    const over = new AbortController();
    const asking = askEverySecond(over.signal, askNext);
    try {
      return await alone();
    } finally {
      over.abort();
      await asking;
    }
  }

  try {
    await alone(); // warms up
    const pairs: { alone: Round; beside: Round }[] = [];
    for (let n = 0; n < PAIRS; n += 2) {
      pairs.push({ alone: await alone(), beside: await beside() });
      pairs.push({ beside: await beside(), alone: await alone() });
    }
    return [...lines(pairs), reportsMeanwhile(waits)];
  } finally {
    await driver.close();
  }
}

function reportsMeanwhile(waits: number[]): Line {
  const slowest = Math.max(...waits);
  return {
    what: '  the reports meanwhile',
    value: `p50 ${fixed(median(waits), 1)} ms, p95 ${fixed(quantile(waits, 0.95), 1)} ms`,
    comparison: `slowest ${fixed(slowest, 1)} ms`,
    target: atMost(Math.round(slowest), 1_000, ' ms'),
  };
}

async function askEverySecond(
  over: AbortSignal,
  request: (n: number) => Promise<unknown>,
): Promise<void> {
  for (let n = 0; !over.aborted; n++) {
    await request(n);
    await sleep(1_000, undefined, { signal: over }).catch(() => {});
  }
}

function lines(pairs: { alone: Round; beside: Round }[]): Line[] {
  const rate = ({ orders, seconds }: Round) => orders / seconds;
  const cpu = ({ appMs, postgresMs, orders }: Round) => (appMs + postgresMs) / orders;
  const both = (of: (round: Round) => number) => ({
    alone: pairs.map((pair) => of(pair.alone)),
    beside: pairs.map((pair) => of(pair.beside)),
  });
  const rates = both(rate);
  const costs = both(cpu);
  const ratio = median(pairs.map((pair) => rate(pair.beside) / rate(pair.alone)));
  return [
    {
      what: 'orders per second, a report every second',
      value: spread(rates.beside, 0),
      comparison: `alone ${spread(rates.alone, 0)}`,
    },
    {
      what: '  of the rate alone',
      value: fixed(ratio, 2),
      target: atLeast(Number(ratio.toFixed(2)), 0.9),
    },
    {
      what: '  CPU per order and a share of the reports',
      value: fixed(median(costs.beside), 2, ' ms'),
      comparison: `alone ${fixed(median(costs.alone), 2)} ms`,
    },
  ];
}
