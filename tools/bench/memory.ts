import { setTimeout as sleep } from 'node:timers/promises';
import { prepare } from './order-flow.ts';
import { startDriver } from './order-process.ts';
import { memoryOf, pidsOfTree } from './processes.ts';
import { atMost, fixed, median, type Part, spread } from './report.ts';
import { type BenchShop, withBenchShop } from './shop.ts';
import { wrk } from './wrk.ts';

const SECONDS = 8;
const ROUNDS = 5;

/** The server's memory: after the start, and under full load. */
export async function memory(): Promise<Part> {
  const rounds: Round[] = [];
  while (rounds.length < ROUNDS) rounds.push(await withBenchShop('memory', measure));
  const all = (what: keyof Round) => rounds.map((round) => round[what]);
  const most = all('most');
  return {
    title: 'Memory',
    lines: [
      {
        what: 'server, idle: resident',
        value: spread(all('idle'), 0, ' MiB'),
        comparison: `PSS ${mib(median(all('idlePss')))}`,
      },
      {
        what: 'server, most it ever held under load',
        value: spread(most, 0, ' MiB'),
        comparison: `PSS at the end ${mib(median(all('busyPss')))}`,
        target: atMost(Math.round(median(most)), 180, ' MiB'),
      },
      {
        what: 'PostgreSQL, idle: PSS',
        value: spread(all('idlePostgres'), 0, ' MiB'),
        comparison: `under load ${mib(median(all('busyPostgres')))}`,
      },
    ],
    notes: [
      `Load: ${SECONDS} s of orders by 8 shoppers (${median(all('orders'))}), new searches rendered one after the other (${median(all('pages'))}), the list on 8 connections and the home page on 16, all at once. Medians of ${ROUNDS}, each with a new server: when the collector runs decides what it holds.`,
      'PSS: proportional set size. Pages that several processes share count in equal parts for each of them.',
    ],
  };
}

/** Sizes in MiB; `orders` and `pages` are how many were served. */
type Round = Record<
  'idle' | 'idlePss' | 'most' | 'busyPss' | 'idlePostgres' | 'busyPostgres' | 'orders' | 'pages',
  number
>;

async function measure(shop: BenchShop): Promise<Round> {
  const { accounts, products } = await prepare(shop);
  await shop.whileClosed(async () => {}); // restarts, because signing up used memory that an idle shop does not
  await fetch(shop.url).then((answer) => answer.text());
  await sleep(2_000);
  const idle = memoryOf(shop.pid());
  const idlePostgres = pssOfTree(shop.postmaster);

  const driver = await startDriver(shop, accounts, products);
  const [{ orders }, pages] = await Promise.all([
    driver.orderFor(SECONDS),
    searchFor(shop, SECONDS),
    wrk({ url: `${shop.url}/api/products`, seconds: SECONDS, connections: 8 }),
    wrk({ url: `${shop.url}/`, seconds: SECONDS, connections: 16 }),
  ]);
  const busy = memoryOf(shop.pid());
  const busyPostgres = pssOfTree(shop.postmaster);
  await driver.close();
  return {
    idle: idle.rss,
    idlePss: idle.pss,
    most: busy.peak,
    busyPss: busy.pss,
    idlePostgres,
    busyPostgres,
    orders,
    pages,
  };
}

/** Renders uncached pages, one at a time; returns how many. */
async function searchFor({ url }: BenchShop, seconds: number): Promise<number> {
  let pages = 0;
  for (const until = Date.now() + seconds * 1000; Date.now() < until; pages++) {
    const answer = await fetch(`${url}/shop?search=tea${pages}`);
    await answer.arrayBuffer();
  }
  return pages;
}

function pssOfTree(root: number): number {
  return pidsOfTree(root).reduce((sum, pid) => sum + pssOf(pid), 0);
}

/** 0 for a process that has just ended. */
function pssOf(pid: number): number {
  try {
    return memoryOf(pid).pss;
  } catch {
    return 0;
  }
}

function mib(value: number): string {
  return fixed(value, 0, ' MiB');
}
