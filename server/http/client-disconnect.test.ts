import { once } from 'node:events';
import { Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { Writable } from 'node:stream';
import { closeAfterFile } from '@aparajita/postgres/testing';
import { createAdaptorServer } from '@hono/node-server';
import { beforeAll, describe, expect, test } from 'vitest';
import { createLog } from '#server/log.ts';
import { openTestShop, type TestShop, type TestShopper } from '#test/shop.ts';

type Line = { level: number; route?: string; status?: number; err?: object };
const WARN = 40;

let shop: TestShop;
let asha: TestShopper;
let lines: Line[];
let server: Server;
let port: number;
/** How long a request may take to arrive, in milliseconds. */
const REQUEST_TIMEOUT = 300;

beforeAll(async () => {
  const text = new Writable({
    write(chunk, _, done) {
      lines.push(JSON.parse(String(chunk)));
      done();
    },
  });
  lines = [];
  shop = await openTestShop({ log: createLog('info', text) });
  asha = await shop.newShopper();
  const adaptor = createAdaptorServer({
    fetch: shop.app.fetch,
    serverOptions: { requestTimeout: REQUEST_TIMEOUT, connectionsCheckingInterval: 50 },
  });
  if (!(adaptor instanceof Server)) throw new Error('Not a server of HTTP');
  server = adaptor;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  port = typeof address === 'object' && address ? address.port : 0;
  closeAfterFile(() => new Promise((resolve) => server.close(resolve)));
});

const ENDPOINTS = [
  ['POST', '/api/cart/items', 'application/json'],
  ['POST', '/api/orders', 'application/json'],
  ['POST', '/auth/v1/signup', 'application/json'],
  ['POST', '/api/webhooks/razorpay', 'application/json'],
  ['POST', '/contact', 'application/x-www-form-urlencoded'],
] as const;

describe.each([
  ['with a Content-Length', 'Content-Length: 5000'],
  ['in chunks', 'Transfer-Encoding: chunked'],
])('a body %s', (_, length) => {
  test.each(ENDPOINTS)(
    'that is cut off is not logged as an error: %s %s',
    async (method, path, type) => {
      const socket = await begin(method, path, type, length);
      socket.destroy();
      await expectNoError(path);
    },
  );

  test.each(ENDPOINTS)(
    'that arrives too slowly is not logged as an error: %s %s',
    async (method, path, type) => {
      const socket = await begin(method, path, type, length);
      await once(socket.resume(), 'close'); // the server closes the connection
      await expectNoError(path);
    },
  );
});

test('a real failure is still logged as an error with its details', async () => {
  lines.length = 0;
  await shop.db.owner.query('alter table cart_items rename to carts');
  await asha.request('GET', '/api/cart');
  await shop.db.owner.query('alter table carts rename to cart_items');
  expect(lines.filter(({ level }) => level > WARN)).toHaveLength(1);
});

/** Sends the head of a request and a part of its body. */
async function begin(method: string, path: string, type: string, length: string): Promise<Socket> {
  lines.length = 0;
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  const asked = once(server, 'request');
  const part = length.startsWith('Transfer') ? '5\r\n{"a":\r\n' : '{"a":';
  socket.write(
    `${method} ${path} HTTP/1.1\r\nHost: localhost:3000\r\nSec-Fetch-Site: same-origin\r\n` +
      `Authorization: Bearer ${asha.token}\r\nContent-Type: ${type}\r\n${length}\r\n\r\n${part}`,
  );
  await asked;
  return socket;
}

/** Expects one request line and no error line. */
async function expectNoError(path: string): Promise<void> {
  await expect
    .poll(() => lines.filter(({ route }) => route === path), { timeout: 10_000 })
    .toHaveLength(1);
  expect(lines).toMatchObject([{ level: 30, route: path, status: 499 }]);
}
