import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { afterEach, expect, test } from 'vitest';
import { allowSlowBody, type BodyTimeouts, limitBodyTime } from './body-timeout.ts';

const LONG = 60_000;
const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

/** A server whose /slow allows a slow body; both answer with what they have read. */
async function listen(times: Partial<BodyTimeouts>): Promise<Server> {
  const app = new Hono();
  app.onError((error, c) => c.text(error.message, 500)); // whoever hung up has no answer
  app.post('/slow', async (c) => {
    allowSlowBody(c);
    return c.text(await c.req.text());
  });
  app.post('/other', async (c) => c.text(await c.req.text()));
  const server = createServer(
    limitBodyTime(
      { body: LONG, slowBody: LONG, idle: LONG, ...times },
      getRequestListener(app.fetch),
    ),
  );
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

/** Sends the first half of a body, and gives what is answered until the connection ends. */
async function begin(server: Server, path: string) {
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const socket: Socket = connect(port, '127.0.0.1');
  let text = '';
  socket.setEncoding('utf8').on('data', (part) => {
    text += part;
  });
  const answer = once(socket, 'close').then(() => text);
  const asked = once(server, 'request');
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: 4\r\n\r\nte`,
  );
  await asked;
  return { answer, finish: () => socket.write('st') };
}

test('a client whose body does not arrive in time is disconnected', async () => {
  const { answer } = await begin(await listen({ body: 50 }), '/other');
  expect(await answer).toMatch(/^HTTP\/1\.1 408 /);
});

test('a body that a route has allowed may take longer than others', async () => {
  const server = await listen({ body: 100 });
  const slow = await begin(server, '/slow');
  const other = await begin(server, '/other');
  expect(await other.answer).toMatch(/^HTTP\/1\.1 408 /);
  slow.finish();
  expect(await slow.answer).toMatch(/^HTTP\/1\.1 200 .*test$/s);
});

test('a client whose slow body stalls, or never ends, is disconnected', async () => {
  for (const times of [{ idle: 50 }, { slowBody: 50 }]) {
    const { answer } = await begin(await listen(times), '/slow');
    expect(await answer).toMatch(/^HTTP\/1\.1 408 /);
  }
});
