import { openAccounts, postJson } from './accounts.ts';
import { afterWarmUp, atMost, fixed, median, type Part, spread } from './report.ts';
import { type BenchShop, type Cpu, withBenchShop } from './shop.ts';
import { CONNECTIONS, cpuPerRequest, SECONDS } from './wrk.ts';

const ROUNDS = 4;

/** The most frequent requests: the product list, by itself and for the shop page, and the cart. */
export async function requests(): Promise<Part> {
  return withBenchShop('requests', async (shop) => {
    const [account] = await openAccounts(shop.url, 1);
    const headers = { authorization: `Bearer ${account?.token}` };
    for (const product_id of ['1', '2'])
      await postJson(`${shop.url}/api/cart/items`, { product_id, quantity: 1 }, headers);
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
  });
}

type Cost = Cpu & { total: number };

function line(what: string, rounds: Cost[], bound?: number) {
  const all = rounds.map(({ total }) => total);
  const part = (of: 'app' | 'postgres') => fixed(median(rounds.map((cost) => cost[of])), 3);
  return {
    what,
    value: spread(all, 3, ' ms'),
    comparison: `application ${part('app')} + PostgreSQL ${part('postgres')}`,
    ...(bound !== undefined && { target: atMost(median(all), bound, ' ms') }),
  };
}

/** CPU milliseconds per request. */
function measure(
  shop: BenchShop,
  path: string,
  headers: Record<string, string> = {},
): Promise<Cost[]> {
  return afterWarmUp(ROUNDS, () => cpuPerRequest(shop, path, headers));
}
