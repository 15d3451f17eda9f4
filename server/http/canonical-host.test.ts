import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { canonicalHost } from './canonical-host.ts';

const shop = at('https://example.in', ['preview.example.in', '*.try.example.in']);

test.each([
  [
    'www.example.in',
    '/shop?sort=newest&search=a%20b',
    'https://example.in/shop?sort=newest&search=a%20b',
  ],
  ['EXAMPLE.co.in', '/', 'https://example.in/'],
  ['203.0.113.7', '/product/1', 'https://example.in/product/1'],
  ['example.in:8080', '/', 'https://example.in/'],
  ['example.in.evil.example', '//evil.example/x', 'https://example.in//evil.example/x'],
  ['localhost.evil.example', '/%0d%0aSet-Cookie:x', 'https://example.in/%0d%0aSet-Cookie:x'],
  ['try.example.in', '/', 'https://example.in/'],
  ['', '/', 'https://example.in/'],
])('%s%s is redirected to %s', async (host, path, to) => {
  for (const method of ['GET', 'POST', 'DELETE']) {
    const answer = await request(shop, host, path, method);
    expect([answer.status, answer.headers.get('location')]).toEqual([308, to]);
  }
});

test.each(['example.in', 'EXAMPLE.IN', 'example.in.'])(
  '%s is served without a redirect',
  async (host) => {
    const answer = await request(shop, host, '/shop');
    expect([answer.status, answer.headers.get('x-robots-tag')]).toEqual([200, null]);
  },
);

test.each([
  'localhost',
  'localhost:3000',
  'shop.localhost:3000',
  '127.0.0.1:3000',
  '[::1]:3000',
  'preview.example.in',
  'pull-7.try.example.in',
])('%s is served with noindex', async (host) => {
  const answer = await request(shop, host, '/shop');
  expect([answer.status, answer.headers.get('x-robots-tag')]).toEqual([200, 'noindex']);
});

test.each(['/healthz', '/readyz'])('%s answers on any host', async (path) => {
  expect((await request(shop, '10.0.0.7:3000', path)).status).toBe(200);
});

test('a shop on this machine answers under every host name', async () => {
  const demo = at('http://localhost:3000', []);
  for (const host of ['192.168.1.7:3000', 'localhost:4000', '']) {
    const answer = await request(demo, host, '/');
    expect([answer.status, answer.headers.get('x-robots-tag')]).toEqual([200, null]);
  }
});

function at(publicUrl: string, previewHosts: string[]): Hono {
  const app = new Hono();
  app.use(canonicalHost(publicUrl, previewHosts));
  app.all('*', (c) => c.text('the shop'));
  return app;
}

function request(app: Hono, host: string, path: string, method = 'GET') {
  return app.request(`http://inside${path}`, { method, headers: { host } });
}
