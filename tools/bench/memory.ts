import { setTimeout as sleep } from 'node:timers/promises';
import { prepare } from './order-flow.ts';
import { startDriver } from './order-process.ts';
import { memoryOf, pidsOfTree } from './processes.ts';
import { atMost, fixed, type Part } from './report.ts';
import { type BenchShop, withBenchShop } from './shop.ts';
import { wrk } from './wrk.ts';

const SECONDS = 8;

/** The server's memory: after the start, and under full load. */
export async function memory(): Promise<Part> {
  return withBenchShop('memory', async (shop) => {
    const { accounts, products } = await prepare(shop);
    await shop.whileClosed(async () => {}); // restarts, because signing up used memory that an idle shop does not
    await fetch(shop.url).then((answer) => answer.text());
    await sleep(2_000);
    const idle = memoryOf(shop.pid());
    const idlePostgres = pssOfTree(shop.postmaster);

    const driver = await startDriver(shop, accounts, products);
    const [outcome, pages] = await Promise.all([
      driver.orderFor(SECONDS),
      searchFor(shop, SECONDS),
      wrk({ url: `${shop.url}/api/products`, seconds: SECONDS, connections: 8 }),
      wrk({ url: `${shop.url}/`, seconds: SECONDS, connections: 16 }),
    ]);
    const busy = memoryOf(shop.pid());
    const busyPostgres = pssOfTree(shop.postmaster);
    await driver.close();
    return {
      title: 'Memory',
      lines: [
        {
          what: 'server, idle: resident',
          value: mib(idle.rss),
          comparison: `PSS ${mib(idle.pss)}`,
        },
        {
          what: 'server, most it ever held under load',
          value: mib(busy.peak),
          comparison: `PSS at the end ${mib(busy.pss)}`,
          target: atMost(Math.round(busy.peak), 180, ' MiB'),
        },
        {
          what: 'PostgreSQL, idle: PSS',
          value: mib(idlePostgres),
          comparison: `under load ${mib(busyPostgres)}`,
        },
      ],
      notes: [
        `Load: ${SECONDS} s of orders by 8 shoppers (${outcome.orders}), new searches rendered one after the other (${pages}), the list on 8 connections and the home page on 16, all at once.`,
        'PSS: proportional set size. Pages that several processes share count in equal parts for each of them.',
      ],
    };
  });
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
