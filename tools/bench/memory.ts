import { setTimeout as sleep } from 'node:timers/promises';
import { memoryOf } from './processes.ts';
import { atMost, median, type Row, spread } from './report.ts';
import { wrk } from './requests.ts';
import { type BenchShop, withBenchShop } from './shop.ts';
import { openShoppers } from './shoppers.ts';

const SECONDS = 8;
const ROUNDS = 5;

/** The server's memory after the start and under full load, each time of a new server. */
export async function memory(): Promise<Row[]> {
  const rounds: { idle: number; most: number }[] = [];
  while (rounds.length < ROUNDS) rounds.push(await withBenchShop('memory', measure));
  const most = rounds.map((round) => round.most);
  return [
    {
      what: 'server, idle',
      measured: spread(
        rounds.map(({ idle }) => idle),
        0,
        ' MiB',
      ),
    },
    {
      what: 'server, most it ever held under load',
      measured: spread(most, 0, ' MiB'),
      target: atMost(Math.round(median(most)), 180, ' MiB'),
    },
  ];
}

async function measure(shop: BenchShop): Promise<{ idle: number; most: number }> {
  const shoppers = await openShoppers(shop);
  await shop.restart(async () => {}); // signing up used memory that an idle shop does not
  await sleep(2_000);
  const { now: idle } = memoryOf(shop.pid());
  await Promise.all([
    shoppers.orderFor(SECONDS),
    searchFor(shop.url, SECONDS),
    wrk(`${shop.url}/api/products`, { seconds: SECONDS, connections: 8 }),
    wrk(`${shop.url}/`, { seconds: SECONDS, connections: 16 }),
  ]);
  return { idle, most: memoryOf(shop.pid()).most };
}

/** Renders uncached pages, one at a time. */
async function searchFor(url: string, seconds: number): Promise<void> {
  const until = Date.now() + seconds * 1000;
  for (let n = 0; Date.now() < until; n++) {
    const answer = await fetch(`${url}/shop?search=tea${n}`);
    await answer.arrayBuffer();
  }
}
