import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { canonicalHost } from './canonical-host.ts';

const shop = at('https://example.in', ['preview.example.in', '*.try.example.in']);

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
    expect(await answerOf(shop, host, path, method)).toEqual([308, `https://example.in${path}`]);
});

const NOINDEX = [200, 'noindex'];

test.each([
  ...['example.in', 'EXAMPLE.IN', 'example.in.'].map((host) => [host, [200, null]] as const),
  ...['localhost', 'localhost:3000', 'shop.localhost:3000'].map((host) => [host, NOINDEX] as const),
  ...['127.0.0.1:3000', '[::1]:3000'].map((host) => [host, NOINDEX] as const),
  ...['preview.example.in', 'pull-7.try.example.in'].map((host) => [host, NOINDEX] as const),
])('%s is served without a redirect: %j', async (host, answer) => {
  expect(await answerOf(shop, host, '/shop')).toEqual(answer);
});

test('health answers on any host, and a shop on this machine under every name', async () => {
  for (const path of ['/healthz', '/readyz'])
    expect(await answerOf(shop, '10.0.0.7:3000', path)).toEqual([200, null]);
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
