import { once } from 'node:events';
import { createServer, Server, type ServerOptions } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { closeAfterFile } from '@aparajita/postgres/testing';
import { createAdaptorServer, getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createLog } from '#server/log.ts';
import { openTestShop, type TestShop, type TestShopper } from '#test/shop.ts';
import { allowSlowBody, type BodyTimeouts, limitBodyTime } from './body-timeout.ts';

/** The shop behind a real socket: malformed, slow and abusive HTTP. */
let shop: TestShop;
let asha: TestShopper;
let server: Server;
/** Waits for a request no longer than a second. */
let hasty: Server;
let lines: { level: number; route?: string; status?: number }[] = [];

beforeAll(async () => {
  const log = createLog('info', { write: (line: string) => lines.push(JSON.parse(line)) });
  shop = await openTestShop({ log });
  asha = await shop.newShopper();
  server = await serve({});
  hasty = await serve({ requestTimeout: 1_000, connectionsCheckingInterval: 50 });
});

beforeEach(() => {
  lines = [];
});

const SIGNED_IN = () => `Authorization: Bearer ${asha.token}\r\nContent-Type: application/json\r\n`;

test('a body of 10 MB is refused before it is read, or as soon as it exceeds the limit', async () => {
  const answer = await fetch(`http://127.0.0.1:${portOf(server)}/api/cart/items`, {
    method: 'POST',
    headers: { authorization: `Bearer ${asha.token}`, 'content-type': 'application/json' },
    body: `{"a":"${'x'.repeat(10_000_000)}"}`,
  });
  expect(answer.status, 'with a Content-Length').toBe(413);
  expect(await answer.json()).toMatchObject({ error: { code: 'payload_too_large' } });
  const head = `POST /api/cart/items HTTP/1.1\r\nHost: localhost\r\n${SIGNED_IN()}`;
  const chunk = `${(65_536).toString(16)}\r\n${'x'.repeat(65_536)}\r\n`;
  const chunked = `${head}Transfer-Encoding: chunked\r\n\r\n${chunk.repeat(150)}0\r\n\r\n`;
  expect(await speak(chunked)).toMatch(/^HTTP\/1.1 413 .*payload_too_large/s);
  await expectOpen();
});

const POST = 'POST /api/cart/items HTTP/1.1\r\nHost: localhost\r\nContent-Length: ';

test.each([
  ['text that is not HTTP', 'hello\r\n\r\n', 400],
  ['a malformed path', 'GET /api/products/%zz HTTP/1.1\r\nHost: localhost\r\n\r\n', 404],
  ['a NUL in a path', 'GET /api/products/a%00b HTTP/1.1\r\nHost: localhost\r\n\r\n', 404],
  ['a path above the root', 'GET /api/../../etc/passwd HTTP/1.1\r\nHost: localhost\r\n\r\n', 404],
  ['another host', 'GET http://elsewhere/api/nothing HTTP/1.1\r\nHost: elsewhere\r\n\r\n', 404],
  ['no Host header', 'GET /api/products HTTP/1.1\r\n\r\n', 400],
  ['an invalid Host header', 'GET /api/products HTTP/1.1\r\nHost: a b<>\r\n\r\n', 400],
  ['long headers', `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(70_000)}\r\n\r\n`, 431],
  ['two Content-Length headers', `${POST}1\r\nContent-Length: 2\r\n\r\n{}`, 400],
  ['an invalid Content-Length', `${POST}-1\r\n\r\n`, 400],
  ['a length and chunks', `${POST}3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`, 400],
])('%s is refused and the shop keeps serving', async (_, request, status) => {
  const answer = await speak(request);
  expect(answer.split('\r\n')[0]).toContain(` ${status} `);
  expect(answer).not.toMatch(/node_modules|\bat \S+ \(|\.ts:\d/);
  await expectOpen();
});

const ENDPOINTS = [
  ['/api/orders', 'application/json'],
  ['/auth/v1/signup', 'application/json'],
  ['/contact', 'application/x-www-form-urlencoded'],
] as const;

test.each(ENDPOINTS)(
  'a body that is cut off or arrives too slowly is no error of %s, and changes nothing',
  async (path, type) => {
    for (const [length, part, leave] of [
      ['Content-Length: 5000', '{"a":', true],
      ['Content-Length: 5000', '{"a":', false], // waits for the timeout
      ['Transfer-Encoding: chunked', '5\r\n{"a":\r\n', true],
    ] as const) {
      lines = [];
      const socket = await begin(
        hasty,
        `POST ${path} HTTP/1.1\r\nHost: localhost:3000\r\nSec-Fetch-Site: same-origin\r\n` +
          `Authorization: Bearer ${asha.token}\r\nContent-Type: ${type}\r\n${length}\r\n\r\n${part}`,
      );
      if (leave) socket.destroy();
      else await once(socket.resume(), 'close'); // the server closes the connection
      await expect.poll(() => lines.filter(({ route }) => route === path)).toHaveLength(1);
      expect(lines).toMatchObject([{ level: 30, route: path, status: 499 }]);
    }
    expect((await asha.request('GET', '/api/cart')).body).toEqual([]);
  },
);

describe('a body that takes long', () => {
  const LONG = 60_000;
  const HALF = 'Host: localhost\r\nConnection: close\r\nContent-Length: 4\r\n\r\nte';

  /** A server whose /slow allows a slow body; both answer with what they have read. */
  function listen(times: Partial<BodyTimeouts>): Promise<Server> {
    const app = new Hono();
    app.onError((error, c) => c.text(error.message, 500)); // whoever hung up has no answer
    app.post('/slow', async (c) => {
      allowSlowBody(c);
      return c.text(await c.req.text());
    });
    app.post('/other', async (c) => c.text(await c.req.text()));
    const all = { body: LONG, slowBody: LONG, idle: LONG, ...times };
    return listening(createServer(limitBodyTime(all, getRequestListener(app.fetch))));
  }

  test('may only arrive late where its route allows that', async () => {
    const own = await listen({ body: 100 });
    const slow = await begin(own, `POST /slow HTTP/1.1\r\n${HALF}`);
    const other = await begin(own, `POST /other HTTP/1.1\r\n${HALF}`);
    expect(await readText(other)).toMatch(/^HTTP\/1\.1 408 /);
    slow.write('st');
    expect(await readText(slow)).toMatch(/^HTTP\/1\.1 200 .*test$/s);
  });

  test('is given up when it stalls, or never ends', async () => {
    for (const times of [{ idle: 50 }, { slowBody: 50 }]) {
      const slow = await begin(await listen(times), `POST /slow HTTP/1.1\r\n${HALF}`);
      expect(await readText(slow)).toMatch(/^HTTP\/1\.1 408 /);
    }
  });
});

function serve(serverOptions: ServerOptions): Promise<Server> {
  const adaptor = createAdaptorServer({ fetch: shop.app.fetch, serverOptions });
  if (!(adaptor instanceof Server)) throw new Error('Not a server of HTTP');
  return listening(adaptor);
}

async function listening<S extends Server>(own: S): Promise<S> {
  closeAfterFile(async () => {
    own.close();
    own.closeAllConnections();
  });
  await once(own.listen(0, '127.0.0.1'), 'listening');
  return own;
}

function portOf(own: Server): number {
  const address = own.address();
  return typeof address === 'object' && address ? address.port : 0;
}

/** Sends the head of a request and a part of its body; resolves when the server has seen it. */
async function begin(own: Server, request: string): Promise<Socket> {
  const socket = connect(portOf(own), '127.0.0.1');
  const asked = once(own, 'request');
  socket.write(request);
  await asked;
  return socket;
}

async function expectOpen(): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${portOf(server)}/api/products/1`);
  expect(answer.status).toBe(200);
  await answer.text();
}

/** Sends raw bytes and reads until the server has answered, however the connection ends. */
function speak(request: string): Promise<string> {
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(portOf(server), '127.0.0.1', () => socket.write(request));
    socket.setEncoding('utf8');
    socket.on('data', (text) => {
      answer += text;
      if (answer.includes('\r\n\r\n')) socket.end();
    });
    socket.on('error', () => {}); // the server may close while we are still sending
    socket.on('close', () => resolve(answer));
  });
}
