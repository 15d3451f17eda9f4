import { setTimeout as sleep } from 'node:timers/promises';
import { readCompressed } from './compressed-body.ts';
import { type Nginx, openNginx } from './nginx.ts';
import { afterWarmUp, atLeast, fixed, median, type Part, spread } from './report.ts';
import { type BenchShop, withBenchShop } from './shop.ts';
import { wrk } from './wrk.ts';

const ROUNDS = 5;
const SECONDS = 2;
const CONNECTIONS = 16;
/** Milliseconds to wait for the best compression, which takes about 50 (server/pages/document.ts). */
const COMPRESSION_MS = 1_000;
const BROTLI = { 'accept-encoding': 'br' };

/** Cached documents and built files, compared with nginx serving the same bytes and headers. */
export async function documents(): Promise<Part> {
  return withBenchShop('documents', async (shop) => {
    const page = await (await fetch(shop.url)).text();
    const [script = '/'] = /\/assets\/framework-[^"' ]+\.js/.exec(page) ?? [];
    const home = await compare(shop, '/', {});
    const product = await compare(shop, '/product/1', {});
    const unchanged = await compare(shop, '/', { revalidate: true });
    const asset = await compare(shop, script, {});
    return {
      title: 'Cached responses, compared with nginx',
      lines: [
        ...lines('home page, brotli', home, 0.3),
        ...lines('product page, brotli', product, 0.3),
        ...lines('home page, unchanged (304)', unchanged),
        ...lines('script of the framework, brotli', asset),
      ],
      notes: [
        `Requests per second of the server's own CPU time; ${ROUNDS} alternated rounds of ${SECONDS} s on ${CONNECTIONS} connections, medians.`,
        `nginx: one worker, no access log, the compressed file kept open.`,
      ],
    };
  });
}

type Compared = { rounds: { ours: number; nginx: number }[]; bytes: number };

function lines(what: string, { rounds, bytes }: Compared, bound?: number) {
  const ours = rounds.map((round) => round.ours);
  const nginx = rounds.map((round) => round.nginx);
  const ratio = median(rounds.map((round) => round.ours / round.nginx));
  return [
    {
      what: `${what}: requests per CPU second`,
      value: spread(ours, 0),
      comparison: `nginx ${spread(nginx, 0)}`,
    },
    {
      what: '  of nginx’s',
      value: fixed(ratio, 2),
      comparison: `${fixed(bytes / 1000, 1)} kB each`,
      ...(bound !== undefined && { target: atLeast(Number(ratio.toFixed(2)), bound) }),
    },
  ];
}

async function compare(shop: BenchShop, path: string, { revalidate = false }): Promise<Compared> {
  const { headers, body } = await compressed(shop.url + path);
  const nginx = await openNginx({ body, headers });
  try {
    const requests = {
      ours: { url: shop.url + path, headers: await headersFor(shop.url + path, revalidate) },
      nginx: { url: nginx.url, headers: await headersFor(nginx.url, revalidate) },
    };
    const rounds = await afterWarmUp(ROUNDS, async () => ({
      ours: await rate(requests.ours, () => shop.cpu().app),
      nginx: await rate(requests.nginx, nginx.cpuMs),
    }));
    return { rounds, bytes: revalidate ? 0 : body.byteLength };
  } finally {
    await nginx.close();
  }
}

/**
 * The response as all visitors but the first few get it: a page is compressed quickly for the first, and best after the
 * second request. Before that, nginx would get other bytes than our server sends.
 */
async function compressed(url: string): Promise<{ headers: Headers; body: Uint8Array }> {
  for (let visitor = 0; visitor < 3; visitor++) await readCompressed(url);
  await sleep(COMPRESSION_MS);
  const { headers } = await fetch(url, { headers: BROTLI });
  // fetch decompresses the body; nginx needs the compressed bytes.
  return { headers, body: await readCompressed(url) };
}

async function headersFor(url: string, revalidate: boolean): Promise<Record<string, string>> {
  if (!revalidate) return BROTLI;
  const { headers } = await fetch(url, { headers: BROTLI });
  const conditional = { ...BROTLI, 'if-none-match': headers.get('etag') ?? '' };
  const { status } = await fetch(url, { headers: conditional });
  if (status !== 304) throw new Error(`${url} answered ${status} where nothing has changed`);
  return conditional;
}

/** Requests per second of CPU time. */
async function rate(
  request: { url: string; headers: Record<string, string> },
  cpuMs: Nginx['cpuMs'],
): Promise<number> {
  const before = cpuMs();
  const count = await wrk({ ...request, seconds: SECONDS, connections: CONNECTIONS });
  return (count * 1000) / (cpuMs() - before);
}
