import { once } from 'node:events';
import { createServer, request as httpRequest } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { cacheLists } from '#server/catalogue/catalogue.ts';
import { openRevisionCaches } from '#server/catalogue/revision-cache.ts';
import { catalogueRoutes } from '#server/catalogue/routes.ts';
import { canonicalHost } from '#server/http/canonical-host.ts';
import { logRequests } from '#server/http/request-log.ts';
import { secureHeaders } from '#server/http/secure-headers.ts';
import { createLog } from '#server/log.ts';
import { finishDocument } from '#server/pages/document.ts';
import { dataKey, pageKey } from './cache-key.ts';
import { serveCachedResponses } from './cached-responses.ts';
import { documentResponse } from './document-response.ts';
import { dataHeaders, finishData, type PageData } from './page-data.ts';

const PUBLIC_URL = 'https://shop.example';
const BR = { host: 'shop.example', 'accept-encoding': 'gzip, deflate, br, zstd' };
const SLOW = 'x-app';

let lines: Record<string, unknown>[] = [];
let revision = 1;
let now = 0;
const log = createLog('info', { write: (line: string) => lines.push(JSON.parse(line)) });
const newId = () => 'an-id';
const caches = openRevisionCaches(
  async () => String(revision),
  () => now,
);
const documents = caches.open<Awaited<ReturnType<typeof render>>>(({ status }) => status === 200);

function render(key: string) {
  const html = `<!doctype html><title>${key} ${revision}</title>${'<p>Blue tea</p>'.repeat(99)}`;
  const rendered = new Response(html, {
    status: key.startsWith('/nothing') ? 404 : 200,
    headers: { 'content-type': 'text/html' },
  });
  const opensGateway = key === '/checkout';
  return finishDocument(rendered, {
    nonce: 'n',
    hydrationScript: null,
    opensGateway,
  });
}

const pageData = caches.open<PageData>(({ status }) => status === 200);

const renderData = (key: string) =>
  finishData(
    new Response(`${key} ${revision}`, {
      status: key.startsWith('/nothing') ? 404 : 200,
      headers: { 'content-type': 'text/x-script', 'x-remix-response': 'yes' },
    }),
  );

const catalogue = cacheLists(
  {
    listProducts: async ({ sort }) => [
      {
        ...{ id: `${revision}`, name: `Blue tea, ${sort}`, description: '', price: 499, mrp: 499 },
        ...{ weight: '50g', image: '/1.webp', category: 'packaged', in_stock: true },
        ...{ only_left: null, rating: 4.8, review_count: 127 },
      },
    ],
    listPage: async () => ({ products: [], next: null, count: 0, corrected: null }),
    findProduct: async () => null,
    revision: async () => `${revision}`,
  },
  caches,
);

const app = new Hono();
app.use(logRequests(log, newId), secureHeaders(PUBLIC_URL), canonicalHost(PUBLIC_URL, []));
app.get('/dev/mailbox', (c) => c.text('not for you', 403));
app.route(
  '/api',
  catalogueRoutes(catalogue, async () => Promise.reject(new Error('no session'))),
);
app.get('*', async (c) => {
  const url = new URL(c.req.url);
  const key = pageKey(url);
  if (key !== undefined)
    return documentResponse(c.req.raw, await documents.get(key, () => render(key)));
  const found = await pageData.get(dataKey(url), () => renderData(dataKey(url)));
  const headers = dataHeaders(found, c.req.header('sec-purpose'));
  return new Response(found.body, { status: found.status, headers });
});
const listener = getRequestListener(app.fetch);
const server = createServer(
  serveCachedResponses(
    {
      cache: {
        getFreshDocument: documents.getFresh,
        getFreshData: pageData.getFresh,
        getFreshList: catalogue.getFreshList,
      },
      ...{ publicUrl: PUBLIC_URL, hstsSubdomains: true, log, newId },
    },
    (incoming, outgoing) => {
      outgoing.setHeader(SLOW, '1');
      return listener(incoming, outgoing);
    },
  ),
);
let port = 0;

beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('There is no port');
  port = address.port;
});
afterAll(() => server.close());

beforeEach(async () => {
  revision += 1;
  now += 2_000; // what earlier tests cached is dropped
  lines = [];
});

test.each<[string, string, Record<string, string>?]>([
  ...['/', '/product/1', '/shop?search=tea', '/checkout'].map((path): [string, string] => [
    path,
    '*',
  ]),
  ['/_root.data?_routes=home', '*'],
  ['/shop.data?search=tea&_routes=a%2Cb', '*'],
  ['/product/1.data', '*', { 'sec-purpose': 'prefetch' }],
  ['/product/1.data', '*', { 'sec-purpose': 'prefetch;prerender' }],
  ['/api/products', '/api/products'],
  ['/api/products', '/api/products', { 'accept-encoding': 'identity', authorization: 'Bearer x' }],
])(
  '%s answers from the cache as from the app, with a line of %s in the log: %j',
  async (path, route, headers) => {
    const first = await request(path, headers);
    const second = await request(path, headers);
    expect([first.byApp, second.byApp]).toEqual([true, false]);
    expect(second).toEqual({ ...first, byApp: false });
    expect(second.status).toBe(200);
    const [one, two] = lines;
    expect(two).toEqual({ ...one, time: expect.any(String), ms: expect.any(Number) });
    expect(two).toMatchObject({ request: 'an-id', method: 'GET', route, status: 200 });
  },
);

test('data fetched early and later differ in how long a browser keeps them', async () => {
  await request('/product/1.data');
  for (const [headers, kept] of [
    [{ 'sec-purpose': 'prefetch' }, 'private, max-age=10'],
    [{}, undefined],
  ] as const) {
    const answer = await request('/product/1.data', headers);
    expect([answer.byApp, answer.headers['cache-control']]).toEqual([false, kept]);
  }
});

test('a page that has not changed answers 304 as the app does', async () => {
  const { headers } = await request('/');
  const tag = { 'if-none-match': `W/${headers.etag}` };
  const fromCache = await request('/', tag);
  now += 2_000; // the revision is to be checked: the app answers
  const byApp = await request('/', tag);
  expect([fromCache.byApp, byApp.byApp]).toEqual([false, true]);
  expect(fromCache).toEqual({ ...byApp, byApp: false });
  expect(fromCache).toMatchObject({ status: 304, body: '' });
});

test('a change of the catalogue, by any process, shows after a second', async () => {
  for (const address of ['/', '/product/1.data', '/api/products']) {
    await request(address);
    const before = await request(address);
    expect(before.byApp).toBe(false);
    revision += 1;
    now += 1_001;
    const changed = await request(address);
    expect(changed.byApp).toBe(true);
    expect(changed.body).not.toBe(before.body);
    expect(await request(address)).toEqual({ ...changed, byApp: false });
  }
});

test.each<[string, string, Record<string, string>, string?]>([
  ['another host', '/', { host: 'evil.example' }],
  ['another port', '/', { host: 'shop.example:81' }],
  ['an unknown query', '/?utm_source=x', {}],
  ['a slash at the end', '/product/1/', {}],
  ['an encoded character', '/%70roduct/1', {}],
  ['an absolute URL', 'http://evil.example/', {}],
  ['a browser without brotli', '/', { 'accept-encoding': 'gzip' }],
  ['HEAD', '/', {}, 'HEAD'],
  ['POST', '/', {}, 'POST'],
  ['the mailbox, which is for this machine', '/dev/mailbox', {}],
  ['no page', '/nothing', {}],
  ['data of no page', '/nothing.data', {}],
  ['data with an unknown query', '/shop.data?utm_source=x', {}],
  ['data of the mailbox', '/DEV/mailbox.data', {}],
  ['data of the mailbox, encoded', '/%64ev/mailbox.data', {}],
  ['data of the mailbox, with two slashes', '//dev/mailbox.data', {}],
  ['a filtered list', '/api/products?category=packaged', {}],
  ['HEAD of the list', '/api/products', {}, 'HEAD'],
  ['a list with a body', '/api/products', { 'content-length': '0' }],
  ['the list of another host', '/api/products', { host: 'evil.example' }],
])('the app decides about %s', async (_, path, headers, method) => {
  await request('/');
  await request('/product/1');
  await documents.get('/dev/mailbox', () => render('/dev/mailbox'));
  for (const data of [
    '/shop.data',
    '/DEV/mailbox.data',
    '/%64ev/mailbox.data',
    '//dev/mailbox.data',
  ])
    await pageData.get(data, () => renderData(data));
  await request('/api/products');
  expect((await request('/')).byApp).toBe(false);
  expect((await request(path, headers, method)).byApp).toBe(true);
});

test('a cookie or a token changes nothing of a page', async () => {
  const first = await request('/');
  const other = await request('/', { cookie: 'a=b', authorization: 'Bearer x' });
  expect(other).toEqual({ ...first, byApp: false });
  expect(other.headers['set-cookie']).toBeUndefined();
});

/** Asks over a socket, so that the target and the Host header arrive as written. */
async function request(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const sent = httpRequest({ port, path, method, headers: { ...BR, ...headers } }).end();
  const [answer] = await once(sent, 'response');
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk);
  const { [SLOW]: byApp, date: _, ...rest } = answer.headers;
  return {
    status: answer.statusCode,
    byApp: byApp === '1',
    headers: rest,
    body: Buffer.concat(chunks).toString('base64'),
  };
}
