import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type APIRequestContext, expect, test } from '@playwright/test';

// Without a browser, so none is opened: the documents and files, as the built server sends them.

const PAGES = [
  ...['/', '/shop', '/product/1', '/about', '/contact', '/shipping-info', '/returns', '/faq'],
  ...['/terms', '/privacy-policy'],
];

const read = async (request: APIRequestContext, address: string) =>
  (await request.get(address)).text();
const found = (html: string, pattern: RegExp) => pattern.exec(html)?.[1] ?? '';

test('a mistyped URL is not found, or is the page that was meant, and none comes without a policy', async ({
  request,
  baseURL,
}) => {
  const unknown = ['/shop/nowhere', '/product/99', '/product/nothing', '/product/%00'];
  const unusual = ['/product/%ED%A0%80', '/product/x'.padEnd(9_000, 'x')];
  for (const path of [...unknown, ...unusual, `/product/${'/'.repeat(12_000)}x`]) {
    expect.soft((await request.get(path)).status(), path.slice(0, 20)).toBe(404);
    expect.soft((await request.get(`${path}.data`)).status(), path.slice(0, 20)).toBe(404);
  }
  for (const path of ['/shop.data/', '/shop%2Edata', '/Shop.DATA', '/product/1.data/', '//shop']) {
    const headers = (await request.get(`${baseURL}${path}`)).headers();
    expect.soft(headers['content-security-policy'], path).toContain("default-src 'self'");
  }
  for (const [path, meant] of [
    ['/Product/1', '/product/1'],
    ['/%70roduct/%31/', '/product/1'],
    ['/SHOP?search=travel', '/shop?search=travel'],
  ] as const) {
    const [asked, same] = [await request.get(path), await request.get(meant)];
    expect.soft(asked.status(), path).toBe(200);
    expect.soft(asked.headers().etag, path).toBe(same.headers().etag);
  }
});

test('every public page has a title, a description, a canonical URL and a picture of its own', async ({
  request,
  baseURL,
}) => {
  const titles = new Set<string>();
  for (const path of [...PAGES, '/shop?sort=newest']) {
    const html = await read(request, path);
    titles.add(found(html, /<title>(.+?)<\/title>/));
    const own = `${baseURL}${path.split('?')[0]}`;
    expect.soft(found(html, /<link rel="canonical" href="(.*?)"/), path).toBe(own);
    expect.soft(found(html, /<meta property="og:url" content="(.*?)"/), path).toBe(own);
    expect
      .soft(found(html, /<meta name="description" content="(.*?)"/), path)
      .toMatch(/^.{50,160}$/);
    const picture = await request.get(found(html, /<meta property="og:image" content="(.*?)"/));
    expect.soft(picture.headers()['content-type'], path).toContain('image/');
  }
  // One title for the shop, however it is ordered.
  expect(titles.size).toBe(PAGES.length);
  // A product has a card of its own for those who share it.
  const html = await read(request, '/product/6');
  const card = found(html, /<meta property="og:image" content="(.*?)"/);
  expect((await request.get(card)).url()).toBe(card); // no redirect to the picture of the shop itself
  expect((await request.get('/pictures/products/new.webp')).status()).toBe(404);
});

test('whatever the sitemap lists is there under its very address, and what a search or a limit lists stays out of search engines', async ({
  request,
}) => {
  const locations = (xml: string) =>
    [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address = '']) => address);
  const pages = locations(await read(request, '/sitemap.xml'));
  expect(pages.length).toBeGreaterThanOrEqual(15);
  expect(pages.map((address) => new URL(address).pathname)).toEqual(expect.arrayContaining(PAGES));
  for (const address of pages) {
    const html = await read(request, address);
    expect(html, address).toContain(`<link rel="canonical" href="${address}"/>`);
    expect(html, address).not.toContain('name="robots"');
  }
  for (const query of ['search=tea', 'min_price=600', 'max_price=600', 'after=3']) {
    const html = await read(request, `/shop?${query}`);
    expect(found(html, /<meta name="robots" content="(.*?)"/), query).toBe('noindex, follow');
    expect(html, query).not.toContain('rel="canonical"');
  }
  const sorted = await read(request, '/shop?category=gift-set');
  expect(sorted).not.toContain('name="robots"');
  expect(found(sorted, /<link rel="canonical" href="(.*?)"/)).toMatch(/\/shop$/);
  // The questions and answers are there for search engines as for people.
  const data = /<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/s;
  const faq = JSON.parse(found(await read(request, '/faq'), data));
  expect(faq['@type']).toBe('FAQPage');
  expect(faq.mainEntity.length).toBeGreaterThan(4);
});

/** Texts of the sandbox and the server that no script for browsers may contain, each with a source file that has it. */
const MARKS: [string, string][] = [
  ['Sandbox: no money moves', 'packages/razorpay/src/sandbox/browser/checkout.js'],
  ['success@razorpay', 'packages/razorpay/src/sandbox/browser/checkout.js'],
  ['rzp_sandbox_', 'packages/razorpay/src/sandbox/browser-sandbox.ts'],
  ['sandbox_gateway', 'packages/razorpay/src/sandbox/schema.ts'],
  ['4100280000001007', 'packages/razorpay/src/sandbox/browser-sandbox.ts'],
  ['RAZORPAY_KEY_SECRET', 'server/environment/payments.ts'],
  ['X-Refund-Idempotency', 'packages/razorpay/src/client.ts'],
];

test('nothing of the sandbox and no key is in what browsers download', () => {
  const files = readdirSync('build/client', { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(js|css|html|json|txt|svg|map|webmanifest)$/.test(name))
    .map((name) => path.join('build/client', name));
  expect(files.filter((name) => name.endsWith('.js')).length).toBeGreaterThan(20);
  for (const [mark, home] of MARKS) {
    expect(readFileSync(home, 'utf8'), `${mark} is still a mark of ${home}`).toContain(mark);
    const holding = files.filter((name) => readFileSync(name, 'utf8').includes(mark));
    expect(holding, mark).toEqual([]);
  }
  const keys = files.filter((name) =>
    /rzp_(sandbox|test|live)_\w/.test(readFileSync(name, 'utf8')),
  );
  expect(keys, 'keys of the gateway').toEqual([]);
});
