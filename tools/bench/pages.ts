import { setTimeout as sleep } from 'node:timers/promises';
import { openNginx, type Page } from './nginx.ts';
import { cpuOf } from './processes.ts';
import { afterWarmUp, atLeast, atMost, median, type Row, spread } from './report.ts';
import { openConnection, wrk } from './requests.ts';
import { type BenchShop, withBenchShop } from './shop.ts';

const RENDER_ROUNDS = 7;
const WARM_UP_ROUNDS = 10;
const PAGES_PER_ROUND = 60;
/** So few at a time that the list of similar products is hardly longer than with the shop's six. */
const COPIES = 6;

const CACHED_ROUNDS = 5;
const SECONDS = 2;
const CONNECTIONS = 16;
/** Milliseconds to wait for the best compression, which takes about 50 (server/pages/document.ts). */
const COMPRESSION_MS = 1_000;
const BROTLI = { 'accept-encoding': 'br' };

/** A page for its first visitor, and cached pages compared with nginx, which serves the same bytes and headers. */
export async function pages(): Promise<Row[]> {
  return withBenchShop('pages', async (shop) => [
    ...(await firstVisitors(shop)),
    ...(await cachedPages(shop)),
  ]);
}

/** Every requested page is new: a copy of the first product under a new id, deleted after its only visit. */
async function firstVisitors(shop: BenchShop): Promise<Row[]> {
  const html = await (await fetch(`${shop.url}/product/1`)).text();
  for (let n = 1; n <= WARM_UP_ROUNDS; n++) await renderPages(shop, -n);
  const rounds: { total: number; postgres: number }[] = [];
  for (let n = 1; n <= RENDER_ROUNDS; n++) rounds.push(await renderPages(shop, n));
  await putOnSale(shop, []);
  const totals = rounds.map(({ total }) => total);
  const whole = Buffer.byteLength(html) / 1000;
  const size = Buffer.byteLength(html.replace(/<style>.*?<\/style>/s, '')) / 1000;
  return [
    {
      what: 'product page rendered, compressed, answered: CPU',
      measured: spread(totals, 2, ' ms'),
      comparedWith: `of it PostgreSQL ${median(rounds.map(({ postgres }) => postgres)).toFixed(2)}`,
      target: atMost(median(totals), 3.5, ' ms'),
    },
    {
      what: 'its HTML without the style it carries',
      measured: `${size.toFixed(1)} kB`,
      comparedWith: `with it ${whole.toFixed(1)}`,
      target: atMost(size, 60, ' kB'),
    },
  ];
}

/** CPU milliseconds per page. */
async function renderPages(shop: BenchShop, round: number) {
  let [total, postgres] = [0, 0];
  for (let batch = 0; batch < PAGES_PER_ROUND / COPIES; batch++) {
    const ids = Array.from({ length: COPIES }, (_, copy) => `copy-${round}-${batch}-${copy}`);
    await putOnSale(shop, ids);
    const cpu = await shop.cpuFor(async () => {
      for (const id of ids) await visit(`${shop.url}/product/${id}`);
    });
    total += cpu.app + cpu.postgres;
    postgres += cpu.postgres;
  }
  return { total: total / PAGES_PER_ROUND, postgres: postgres / PAGES_PER_ROUND };
}

async function visit(url: string): Promise<void> {
  const answer = await fetch(url, { headers: BROTLI });
  if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}`);
  await answer.arrayBuffer();
}

/** Replaces the copies on sale with new ones. */
async function putOnSale({ owner }: BenchShop, ids: string[]): Promise<void> {
  await owner.query(`delete from products where id like 'copy-%'`);
  await owner.query(
    `insert into products (
       id, name, description, long_description, price, weight, image, images, category, benefits, brewing,
       ingredients, certifications, contents, taste, rating, review_count, popularity, stock
     )
     select copy, name, description, long_description, price, weight, image, images, category, benefits, brewing,
       ingredients, certifications, contents, taste, rating, review_count, -1, stock
     from products, unnest($1::text[]) as copy where id = '1'`,
    [ids],
  );
}

async function cachedPages(shop: BenchShop): Promise<Row[]> {
  const home = await cached(shop.url, '/');
  const product = await cached(shop.url, '/product/1');
  const nginx = await openNginx([home, product]);
  const servers = { ours: { url: shop.url, cpu: () => cpuOf(shop.pid()) }, nginx };
  try {
    return [
      await compare('cached home page', servers, '/', 0.3),
      await compare('cached product page', servers, '/product/1', 0.3),
      await compare('cached home page, unchanged (304)', servers, '/', null),
    ];
  } finally {
    await nginx.close();
  }
}

/**
 * The page as all visitors but the first few get it: it is compressed quickly for the first, and best after the second
 * request. Before that, nginx would get other bytes than our server sends.
 */
async function cached(url: string, path: string): Promise<Page> {
  for (let visitor = 0; visitor < 3; visitor++) await visit(url + path);
  await sleep(COMPRESSION_MS);
  const connection = await openConnection(url); // fetch decompresses the body; nginx needs the compressed bytes
  const { head, body } = await connection.request('GET', path, 'Accept-Encoding: br\r\n');
  connection.close();
  return { path, head, body: Buffer.from(body, 'latin1') };
}

type Server = { url: string; cpu(): number };

/** Without a bound: of a visitor who has the page already. */
async function compare(
  what: string,
  { ours, nginx }: { ours: Server; nginx: Server },
  path: string,
  bound: number | null,
): Promise<Row> {
  const rate = async ({ url, cpu }: Server) => {
    const headers = bound === null ? await conditional(url + path) : BROTLI;
    const before = cpu();
    const load = { seconds: SECONDS, connections: CONNECTIONS, headers };
    const requests = await wrk(url + path, load);
    return (requests * 1000) / (cpu() - before);
  };
  const rounds = await afterWarmUp(CACHED_ROUNDS, async () => ({
    ours: await rate(ours),
    nginx: await rate(nginx),
  }));
  const rates = (server: 'ours' | 'nginx') =>
    spread(
      rounds.map((round) => round[server]),
      0,
    );
  const ratio = median(rounds.map((round) => round.ours / round.nginx)).toFixed(2);
  return {
    what,
    measured: `${ratio} of nginx’s rate`,
    comparedWith: `${rates('ours')} requests per CPU second, nginx ${rates('nginx')}`,
    ...(bound !== null && { target: atLeast(Number(ratio), bound) }),
  };
}

async function conditional(url: string): Promise<Record<string, string>> {
  const { headers } = await fetch(url, { headers: BROTLI });
  const request = { ...BROTLI, 'if-none-match': headers.get('etag') ?? '' };
  const { status } = await fetch(url, { headers: request });
  if (status !== 304) throw new Error(`${url} answered ${status} where nothing has changed`);
  return request;
}
