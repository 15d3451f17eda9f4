import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { readSettings } from '#server/environment/settings.ts';
import { createLog } from '#server/log.ts';
import { demoListenError, loopbackOnly } from './loopback-only.ts';

const PATHS = [
  ...['/dev/mailbox.json', '/DEV/mailbox', '/dev/mailbox.data', '/%64ev/mailbox'],
  ...['//dev/mailbox.json', '/shop/../dev/mailbox.json', '/sandbox/checkout.js'],
];

const OTHER_HOSTS = [
  ...['example.in:3000', 'localhost.example.in', 'example.localhost', '127.1', '203.0.113.7'],
  ...['0.0.0.0:3000', '[::ffff:127.0.0.1]:3000', 'localhost.', 'localhost, example.in'],
];

/** Headers of proxies; the last one is on no list of such headers. */
const PROXY_HEADERS = 'Forwarded X-Forwarded-For X-Real-IP Via CF-Ray X-Proxy-Of-Tomorrow'.split(
  ' ',
);

/** What reveals that a request comes from elsewhere. */
const FROM_ELSEWHERE: Record<string, string>[] = [
  ...OTHER_HOSTS.map((host) => ({ host })),
  ...PROXY_HEADERS.map((name) => ({ [name]: '127.0.0.1' })),
  { origin: 'https://example.in' },
  { origin: 'null' }, // a page of nowhere
  { referer: 'https://example.in/shop' },
  { 'sec-fetch-site': 'cross-site' }, // a page that hides its name
];

const FROM_HERE = [
  ...['localhost:3000', 'LOCALHOST', '127.0.0.1:4000', '127.0.0.2', '[::1]:3000'],
  'tea.localhost:3000',
];

let server: Server;
let port: number;
/** The peer address that the server sees. */
let peer = '127.0.0.1';

beforeAll(async () => {
  const app = new Hono();
  app.use(loopbackOnly('http://tea.localhost:3000', createLog('silent')));
  app.all('*', (c) => c.text('secret'));
  server = createServer(getRequestListener(app.fetch));
  server.prependListener('connection', (socket) =>
    Object.defineProperty(socket, 'remoteAddress', { get: () => peer }),
  );
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const bound = server.address();
  if (typeof bound !== 'object' || bound === null) throw new Error('There is no port');
  port = bound.port;
});
afterAll(() => server.close());

describe.each(PATHS)('%s', (path) => {
  test('answers this machine, under each of its names and addresses', async () => {
    for (const host of FROM_HERE)
      expect(await requestPage(path, { host }), host).toEqual([200, 'secret']);
    for (const address of ['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1'])
      expect((await askFrom(address, path))[0], address).toBe(200);
  });

  test('refuses another host name or address, a proxy and another site', async () => {
    for (const headers of FROM_ELSEWHERE) {
      const [status] = await requestPage(path, { host: 'localhost:3000', ...headers });
      expect([400, 403], JSON.stringify(headers)).toContain(status); // Node refuses invalid hosts
    }
    for (const address of ['192.0.2.7', '10.0.0.2', '172.17.0.1', '::ffff:192.0.2.7', 'fe80::1'])
      expect((await askFrom(address, path))[0], address).toBe(403);
  });

  test('refuses HTTP/1.0, which a proxy without headers of its own speaks, and no or two Host headers', async () => {
    for (const head of [
      'HTTP/1.0\r\nHost: localhost:3000',
      'HTTP/1.0',
      'HTTP/1.1\r\nHost:',
      'HTTP/1.1\r\nHost: example.in\r\nHost: localhost:3000',
    ]) {
      const socket = connect(port, '127.0.0.1');
      socket.write(`GET ${path} ${head}\r\nConnection: close\r\n\r\n`);
      expect(await text(socket), head).toMatch(/^HTTP\/1\.[01] 40[03]/);
    }
  });
});

test.each(['/shop', '/devices', '/sandboxes', '/api/products'])(
  '%s is open to everybody',
  async (path) => {
    expect((await requestPage(path, { host: 'example.in', via: '1.1 proxy' }))[0]).toBe(200);
    expect((await askFrom('192.0.2.7', path))[0]).toBe(200);
  },
);

const REAL = readSettings({ PUBLIC_URL: 'https://example.in', AUTH_SECRET: 'x'.repeat(32) });
const DEMO = readSettings({});

test('a demo listens on this machine only, not on a unix socket or without an address', () => {
  const own = createServer();
  expect(demoListenError(DEMO, own)).toContain('demo mode is for this machine alone');
  for (const [address, refused] of [
    ['127.0.0.1', false],
    ['::1', false],
    ['0.0.0.0', true],
    ['::', true],
    ['192.0.2.7', true],
  ] as const) {
    vi.spyOn(own, 'address').mockReturnValue({ address, port: 3000, family: 'IPv4' });
    expect(demoListenError(DEMO, own) !== null, address).toBe(refused);
    expect(demoListenError(REAL, own)).toBeNull();
  }
});

function askFrom(address: string, path: string): Promise<[number | undefined, string]> {
  peer = address;
  return requestPage(path, { host: 'localhost:3000' }).finally(() => {
    peer = '127.0.0.1';
  });
}

/** Sends the path and headers unchanged: fetch would normalize them. */
async function requestPage(
  path: string,
  headers: Record<string, string>,
): Promise<[number | undefined, string]> {
  const asked = request({ port, host: '127.0.0.1', path, headers, agent: false }).end();
  const [answer] = await once(asked, 'response');
  return [answer.statusCode, await text(answer)];
}
