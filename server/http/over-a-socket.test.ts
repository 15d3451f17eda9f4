import { connect } from 'node:net';
import type { ServerType } from '@hono/node-server';
import { serve } from '@hono/node-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestShop, type TestShop, type TestShopper } from '#test/shop.ts';

/** The shop behind a real socket: malformed and abusive HTTP. */
let shop: TestShop;
let asha: TestShopper;
let server: ServerType;
let port: number;

beforeAll(async () => {
  shop = await openTestShop();
  asha = await shop.newShopper();
  port = await new Promise((resolve) => {
    server = serve({ fetch: shop.app.fetch, port: 0, hostname: '127.0.0.1' }, (address) =>
      resolve(address.port),
    );
  });
});

afterAll(() => new Promise((resolve) => server.close(resolve)));

test('a body of 10 MB with a Content-Length is refused before it is read', async () => {
  const answer = await fetch(`http://127.0.0.1:${port}/api/cart/items`, {
    method: 'POST',
    headers: { authorization: `Bearer ${asha.token}`, 'content-type': 'application/json' },
    body: `{"a":"${'x'.repeat(10_000_000)}"}`,
  });
  expect(answer.status).toBe(413);
  expect(await answer.json()).toMatchObject({ error: { code: 'payload_too_large' } });
  await isOpen();
});

test('a body of 10 MB without a Content-Length is refused as soon as it exceeds the limit', async () => {
  const head = [
    'POST /api/cart/items HTTP/1.1',
    'Host: localhost',
    `Authorization: Bearer ${asha.token}`,
    'Content-Type: application/json',
    'Transfer-Encoding: chunked',
  ];
  const chunk = `${(65_536).toString(16)}\r\n${'x'.repeat(65_536)}\r\n`;
  const answer = await speak(`${head.join('\r\n')}\r\n\r\n${chunk.repeat(150)}0\r\n\r\n`);
  expect(answer).toMatch(/^HTTP\/1.1 413 /);
  expect(answer).toContain('payload_too_large');
  await isOpen();
});

test.each([
  ['text that is not HTTP', 'hello\r\n\r\n', 400],
  ['a malformed path', 'GET /api/products/%zz HTTP/1.1\r\nHost: localhost\r\n\r\n', 404],
  ['a path with a NUL in it', 'GET /api/products/a%00b HTTP/1.1\r\nHost: localhost\r\n\r\n', 404],
  [
    'a path that leaves the root',
    'GET /api/../../etc/passwd HTTP/1.1\r\nHost: localhost\r\n\r\n',
    404,
  ],
  [
    'an absolute URL of another host',
    'GET http://elsewhere/api/nothing HTTP/1.1\r\nHost: elsewhere\r\n\r\n',
    404,
  ],
  ['no Host header', 'GET /api/products HTTP/1.1\r\n\r\n', 400],
  ['an invalid Host header', 'GET /api/products HTTP/1.1\r\nHost: a b<>\r\n\r\n', 400],
  [
    'headers that are too long',
    `GET / HTTP/1.1\r\nHost: localhost\r\nX: ${'x'.repeat(70_000)}\r\n\r\n`,
    431,
  ],
  [
    'two Content-Length headers',
    'POST /api/cart/items HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n{}',
    400,
  ],
  [
    'an invalid Content-Length',
    'POST /api/cart/items HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n',
    400,
  ],
  [
    'Content-Length with chunked encoding',
    'POST /api/cart/items HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    400,
  ],
])('%s is refused and the shop keeps serving', async (_, request, status) => {
  const answer = await speak(request);
  expect(answer.split('\r\n')[0]).toContain(` ${status} `);
  expect(answer).not.toMatch(/node_modules|\bat \S+ \(|\.ts:\d/);
  await isOpen();
});

test('a client that disconnects in the middle of a body changes nothing and causes no error', async () => {
  await new Promise<void>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(
        `POST /api/cart/items HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${asha.token}\r\n` +
          'Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"product_id":',
        () => socket.destroy(),
      );
    });
    socket.on('close', () => resolve());
  });
  await isOpen();
  expect((await asha.request('GET', '/api/cart')).body).toEqual([]);
});

async function isOpen(): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/products/1`);
  expect(answer.status).toBe(200);
  await answer.text();
}

/** Sends raw bytes and reads until the server has answered, however the connection ends. */
function speak(request: string): Promise<string> {
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(request));
    socket.setEncoding('utf8');
    socket.on('data', (text) => {
      answer += text;
      if (answer.includes('\r\n\r\n')) socket.end();
    });
    socket.on('error', () => {}); // the server may close while we are still sending
    socket.on('close', () => resolve(answer));
  });
}
