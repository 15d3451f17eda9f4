import { openAccounts } from './accounts.ts';
import { atMost, fixed, median, type Part, range } from './report.ts';
import { type BenchShop, openBenchShop } from './shop.ts';
import { wrk } from './wrk.ts';

const ROUNDS = 4;
const SECONDS = 2;
const CONNECTIONS = 8;

/** The most frequent requests: the product list, by itself and for the shop page, and the cart. */
export async function requests(): Promise<Part> {
  const shop = await openBenchShop('requests');
  try {
    const [account] = await openAccounts(shop.url, 1);
    const headers = { authorization: `Bearer ${account?.token}` };
    for (const product_id of ['1', '2']) {
      await fetch(`${shop.url}/api/cart/items`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ product_id, quantity: 1 }),
      });
    }
    const list = await measure(shop, '/api/products');
    const data = await measure(shop, '/shop.data?_routes=catalogue%2Fshop-page');
    const cart = await measure(shop, '/api/cart', headers);
    const alive = await measure(shop, '/healthz');
    return {
      title: 'Requests of the API',
      lines: [
        line('list of products, CPU', list, 0.15),
        line('data of the shop page, CPU', data, 0.15),
        line('cart of two lines, token checked, CPU', cart),
        line('an answer that does nothing, CPU', alive),
      ],
      notes: [
        `Medians of ${ROUNDS} rounds of ${SECONDS} s on ${CONNECTIONS} connections; application + PostgreSQL, from /proc.`,
      ],
    };
  } finally {
    await shop.close();
  }
}

type Cost = { app: number; postgres: number; total: number };

function line(what: string, rounds: Cost[], bound?: number) {
  const part = (pick: (cost: Cost) => number) => median(rounds.map(pick));
  const total = part((cost) => cost.total);
  return {
    what,
    value: `${fixed(total, 3)} ms (${range(
      rounds.map((cost) => cost.total),
      3,
    )})`,
    beside: `application ${fixed(
      part((cost) => cost.app),
      3,
    )} + PostgreSQL ${fixed(
      part((cost) => cost.postgres),
      3,
    )}`,
    ...(bound !== undefined && { target: atMost(total, bound, ' ms') }),
  };
}

/** CPU milliseconds per request. The first round warms up and is not counted. */
async function measure(
  shop: BenchShop,
  path: string,
  headers: Record<string, string> = {},
): Promise<Cost[]> {
  const rounds: Cost[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const before = shop.cpu();
    const count = await wrk({
      url: shop.url + path,
      seconds: SECONDS,
      connections: CONNECTIONS,
      headers,
    });
    const after = shop.cpu();
    const app = (after.app - before.app) / count;
    const postgres = (after.postgres - before.postgres) / count;
    if (round > 0) rounds.push({ app, postgres, total: app + postgres });
  }
  return rounds;
}
