import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dataKey, pageKey } from './cache-key.ts';

const BASE = 'http://localhost:3000';

test.each([
  ['/', '/'],
  ['/shop/', '/shop'],
  ['/shop?sort=newest&search=tea', '/shop?search=tea&sort=newest'],
  ['/shop?search=&sort=', '/shop'],
  ['/shop?utm_source=letter&gclid=1', '/shop'],
  ['/product/1?search=tea', '/product/1'],
  ['/?search=tea', '/'],
  ['/%70roduct/1', '/product/1'],
  ['/Product/%31/', '/product/1'],
  ['/product/A', '/product/A'],
  ['/product/a%2Fb', '/product/a%2Fb'],
  ['/product/%E0%A4%A', '/product/%25E0%25A4%25A'],
  ['/track/0a1b.20500.AbC', '/track/token'],
  ['/Track/%30a1b/', '/track/token'],
  ['/track/a/b', '/track/a/b'],
  ['/account/orders/9f', '/account/orders/id'],
  ['/admin/orders/9f?queue=late', '/admin/screen'],
  ['//evil.example', '//evil.example'],
  ['/shop.data/', '/shop.data/'],
  ['/shop%2Edata', '/shop.data/'],
  // Data requests of the router are no pages.
  ['/shop.data', undefined],
  ['/_root.data', undefined],
  ['/product/1.data?_routes=x', undefined],
  ['/product/%E0.data', undefined],
])('%s has the cache key %s', (address, key) => {
  expect(pageKey(new URL(BASE + address))).toBe(key);
});

test('a key is an address that has itself as its key, and so is the key of data', () => {
  fc.assert(
    fc.property(fc.webPath(), fc.string({ unit: 'binary' }), (path, text) => {
      const page = new URL(`${BASE}${path}`);
      const data = new URL(`${BASE}${path || '/'}.data`);
      for (const url of [page, data]) url.searchParams.set('search', text);
      data.searchParams.set('_routes', text);
      const key = pageKey(page);
      if (key !== undefined) expect(pageKey(new URL(BASE + key))).toBe(key);
      fc.pre(data.pathname.endsWith('.data'));
      expect(pageKey(new URL(BASE + dataKey(data)))).toBeUndefined();
      expect(dataKey(new URL(BASE + dataKey(data)))).toBe(dataKey(data));
    }),
    { seed: 1 },
  );
});

test.each([
  ['/_root.data?_routes=home&utm_source=x', '/_root.data?_routes=home'],
  ['/shop.data?sort=price-asc&x=1&search=tea', '/shop.data?search=tea&sort=price-asc'],
  ['/Shop.data?sort=price-asc', '/Shop.data?sort=price-asc'],
  // What the router asks for where the page's address ends with a slash.
  ['/shop/_.data?search=tea&x=1', '/shop/_.data?search=tea'],
  ['/product/1.data?_routes=a%2Cb&search=tea', '/product/1.data?_routes=a%2Cb'],
  ['/product/1.data?_routes=', '/product/1.data?_routes='],
])('the data %s have the key %s: only what the server reads counts', (address, key) => {
  expect(dataKey(new URL(BASE + address))).toBe(key);
});
