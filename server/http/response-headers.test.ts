import { once } from 'node:events';
import { createAdaptorServer } from '@hono/node-server';
import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLog } from '#server/log.ts';
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
