import { once } from 'node:events';
import { createAdaptorServer } from '@hono/node-server';
import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLog } from '#server/log.ts';
import { openTestShop, type TestShop } from '#test/shop.ts';
import { canonicalHost } from './canonical-host.ts';
import { logRequests } from './request-log.ts';
import { secureHeaders } from './secure-headers.ts';

const app = new Hono();
app.use(logRequests(createLog('silent'), () => 'the-id-of-this-request'));
app.use(secureHeaders('https://shop.example'));
app.get('/page', () => new Response('a page', { headers: { 'Content-Type': 'text/html' } }));
app.get('/json', (c) => c.json({ a: 'b' }));
app.get('/framed', () => new Response('', { headers: { 'X-Frame-Options': 'SAMEORIGIN' } }));
app.get('/broken', () => {
  throw new Error('on purpose');
});
app.onError((_, c) => c.text('something went wrong', 500));

const server = createAdaptorServer({ fetch: app.fetch });
let address = '';

beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('There is no port');
  address = `http://127.0.0.1:${bound.port}`;
});
afterAll(() => server.close());

// An app called directly in tests must answer with the same headers as the server does over a socket.
describe.each<[string, (path: string) => Promise<Response>]>([
  ['from the app', async (path) => app.request(path)],
  ['over a socket', (path) => fetch(address + path)],
])('an answer %s', (_, request) => {
  test.each(['/page', '/json', '/broken', '/nothing'])('%s has every header', async (path) => {
    expect(Object.fromEntries((await request(path)).headers)).toMatchObject({
      'x-request-id': 'the-id-of-this-request',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin',
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
    });
  });

  test('a file has only those that matter to a file, and a response can override one', async () => {
    for (const path of ['/assets/a.js', '/pictures/a.avif']) {
      const headers = Object.fromEntries((await request(path)).headers);
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'strict-transport-security': 'max-age=31536000; includeSubDomains',
      });
      expect(Object.keys(headers).filter((name) => /^(x-frame|permissions)/.test(name))).toEqual(
        [],
      );
    }
    expect((await request('/framed')).headers.get('x-frame-options')).toBe('SAMEORIGIN');
  });
});

test('HSTS leaves out subdomains where the setting says so', async () => {
  const other = new Hono();
  other.use(secureHeaders('https://shop.example', false));
  other.get('*', (c) => c.text('a page'));
  for (const path of ['/page', '/assets/a.js']) {
    const { headers } = await other.request(path);
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000');
  }
});

const onHost = at('https://example.in', ['preview.example.in', '*.try.example.in']);

test.each([
  ['www.example.in', '/shop?sort=newest&search=a%20b'],
  ['EXAMPLE.co.in', '/'],
  ['203.0.113.7', '/product/1'],
  ['example.in:8080', '/'],
  ['example.in.evil.example', '//evil.example/x'],
  ['localhost.evil.example', '/%0d%0aSet-Cookie:x'],
  ['try.example.in', '/'],
  ['', '/'],
])('%s is redirected to the shop’s own host, keeping %s', async (host, path) => {
  for (const method of ['GET', 'POST', 'DELETE'])
    expect(await answerOf(onHost, host, path, method)).toEqual([308, `https://example.in${path}`]);
});

const NOINDEX = [200, 'noindex'];

test.each([
  ...['example.in', 'EXAMPLE.IN', 'example.in.'].map((host) => [host, [200, null]] as const),
  ...['localhost', 'localhost:3000', 'shop.localhost:3000'].map((host) => [host, NOINDEX] as const),
  ...['127.0.0.1:3000', '[::1]:3000'].map((host) => [host, NOINDEX] as const),
  ...['preview.example.in', 'pull-7.try.example.in'].map((host) => [host, NOINDEX] as const),
])('%s is served without a redirect: %j', async (host, answer) => {
  expect(await answerOf(onHost, host, '/shop')).toEqual(answer);
});

test('health answers on any host, and a shop on this machine under every name', async () => {
  for (const path of ['/healthz', '/readyz'])
    expect(await answerOf(onHost, '10.0.0.7:3000', path)).toEqual([200, null]);
  const demo = at('http://localhost:3000', []);
  for (const host of ['192.168.1.7:3000', 'localhost:4000', ''])
    expect(await answerOf(demo, host, '/')).toEqual([200, null]);
});

function at(publicUrl: string, previewHosts: string[]): Hono {
  const app = new Hono();
  app.use(canonicalHost(publicUrl, previewHosts));
  app.all('*', (c) => c.text('the shop'));
  return app;
}

/** Its status, and where it leads or whether search engines may keep it. */
async function answerOf(app: Hono, host: string, path: string, method = 'GET') {
  const { status, headers } = await app.request(`http://inside${path}`, {
    method,
    headers: { host },
  });
  return [status, headers.get('location') ?? headers.get('x-robots-tag')];
}

/** What fits into the 16 kB of a request's head. */
const BYTES = 15_000;
/** Milliseconds of CPU: three times what this machine needs for the page of a path that is not found, at least 15. */
let enough = 15;

const UNITS = ['/', 'a/', ' ', '.', '1.', ',', ':', '"', 'a@', '(', '%2'];
/** Beginnings of what the patterns of the shop look for. */
const KNOWN = ['Version/1 ', 'Safari/', 'Bearer a.', 'for=', '::', 'br;q=', 'W/"', 'a=b; '];

const HEADERS = [
  ...['user-agent', 'authorization', 'host', 'x-forwarded-for', 'forwarded', 'accept-encoding'],
  ...['accept-language', 'if-none-match', 'content-type', 'cookie', 'origin', 'referer'],
  ...['idempotency-key', 'apikey', 'sec-purpose'],
];

const REQUESTS = [
  ['POST', '/auth/v1/token'],
  ['GET', '/api/products'],
  ['POST', '/api/contact-messages'],
  ['GET', '/api/admin/orders'],
] as const;

let shop: TestShop;

beforeAll(async () => {
  shop = await openTestShop();
  enough = Math.max(enough, 3 * (await leastCpuMs(() => shop.app.request('/product/x'), 0)));
});

test.each(HEADERS)('a long %s takes no more time than a long text', async (header) => {
  for (const unit of [...UNITS, ...KNOWN]) {
    const value = `${unit.repeat(Math.floor(BYTES / unit.length))}x`;
    for (const [method, path] of REQUESTS) {
      const headers = { [header]: value };
      const took = await leastCpuMs(() => shop.app.request(path, { method, headers }), enough);
      expect(took, `${method} ${path} with ${header}: ${unit}…`).toBeLessThan(enough);
    }
  }
});

test.each([
  ['/', 404],
  ['/product/', 404],
  ['/api/', 414],
  ['/auth/v1/', 414],
] as const)(
  'a path below %s that is longer than any of the shop is answered %d before it is matched',
  async (folder, status) => {
    for (const unit of UNITS) {
      const path = `${folder}a${unit.repeat(Math.floor(BYTES / unit.length))}x`;
      const took = await leastCpuMs(async () => {
        const answer = await shop.app.request(path);
        expect(answer.status, path.slice(0, 20)).toBe(status);
      }, enough);
      expect(took, path.slice(0, 20)).toBeLessThan(enough);
    }
  },
);

/**
 * The fewest milliseconds of CPU that `work` takes in ten tries, or those of the first try below `enough`: the first
 * compile code, garbage collection and other threads of this process count, too, and on a busy machine they interrupt
 * several tries in succession.
 */
async function leastCpuMs(work: () => unknown, enough: number): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < 10 && least >= enough; tries++) {
    const before = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}
