import { Hono } from 'hono';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { PUBLIC_PATHS } from '#contract/page-paths.ts';
import { openTestShop, type TestShop } from '#test/shop.ts';
import { PRODUCTS_PER_SITEMAP } from './queries.ts';
import { seoRoutes } from './routes.ts';

let shop: TestShop;
let app: Hono;
let now = 0;

beforeAll(async () => {
  shop = await openTestShop();
  app = new Hono().route(
    '/',
    seoRoutes(shop.database, 'https://example.in', () => now),
  );
});

beforeEach(() => {
  now += 60_000; // the previous test's cache entries expire
});

test('robots.txt disallows private pages and links the sitemap with the canonical host', async () => {
  const text = await read('/robots.txt', { host: 'evil.example' });
  expect(text).toContain('Disallow: /account\n');
  expect(text).toContain('Disallow: /checkout\n');
  expect(text).toContain('Sitemap: https://example.in/sitemap.xml\n');
  expect(text).not.toMatch(/Disallow: \/\n/);
});

test('the sitemap lists every page and every product', async () => {
  expect(locations(await read('/sitemap.xml', { host: 'evil.example' }))).toEqual([
    'https://example.in/sitemap/pages.xml',
    'https://example.in/sitemap/products-1.xml',
  ]);
  expect(locations(await read('/sitemap/pages.xml'))).toEqual(
    PUBLIC_PATHS.map((path) => `https://example.in${path}`),
  );
  expect(locations(await read('/sitemap/products-1.xml'))).toEqual(
    ['1', '2', '3', '4', '5', '6'].map((id) => `https://example.in/product/${id}`),
  );
});

test('a product’s entry says when its page last changed: by a new price, not by a sale', async () => {
  await shop.db.owner.query(`
    alter table products disable trigger set_updated_at;
    update products set updated_at = '2026-01-02 03:04:05Z';
    alter table products enable trigger set_updated_at;
    update products set stock = stock - 1 where id = '1';
    update products set price = price where id = '2';
    update products set price = price + 1, mrp = mrp + 1 where id = '3'`);
  const [first, second, third] = [
    ...(await read('/sitemap/products-1.xml')).matchAll(/<lastmod>(.*?)<\/lastmod>/g),
  ].map(([, when = '']) => when);
  expect([first, second]).toEqual(
    ['2026-01-02T03:04:05.000Z', '2026-01-02T03:04:05.000Z'].map((t) =>
      expect.stringContaining(t.slice(0, 19)),
    ),
  );
  expect(Date.parse(third ?? '')).toBeGreaterThan(Date.now() - 60_000);
});

test('an inactive product disappears within a minute', async () => {
  await read('/sitemap/products-1.xml');
  await shop.db.owner.query(`update products set active = false where id = '2'`);
  expect(locations(await read('/sitemap/products-1.xml'))).toHaveLength(6);
  now += 60_000;
  expect(locations(await read('/sitemap/products-1.xml'))).toEqual(
    ['1', '3', '4', '5', '6'].map((id) => `https://example.in/product/${id}`),
  );
  await shop.db.owner.query(`update products set active = true where id = '2'`);
});

test('unusual ids are escaped in XML and URLs', async () => {
  await addProduct('a&b "c" <d>/é');
  const xml = await read('/sitemap/products-1.xml');
  expect(xml).toContain(
    `<loc>https://example.in/product/${encodeURIComponent('a&b "c" <d>/é')}</loc>`,
  );
  await shop.db.owner.query(`delete from products where id like 'a&b%'`);
});

test('more products than fit in one part are split, each in one part', async () => {
  await shop.db.owner.query(`
    insert into products (id, name, description, long_description, price, weight, image, images, category,
      ingredients, rating, review_count, stock)
    select 'p' || n, 'Tea', '', '', 100, '50g', 'x', '{x}', 'packaged', '', 4, n, 1
    from generate_series(1, ${PRODUCTS_PER_SITEMAP}) n`);
  const index = locations(await read('/sitemap.xml'));
  expect(index.slice(1)).toEqual([
    'https://example.in/sitemap/products-1.xml',
    'https://example.in/sitemap/products-2.xml',
  ]);
  const parts = await Promise.all([1, 2].map((n) => read(`/sitemap/products-${n}.xml`)));
  const listed = parts.flatMap(locations);
  expect(parts.map((part) => locations(part).length)).toEqual([PRODUCTS_PER_SITEMAP, 6]);
  expect(new Set(listed).size).toBe(PRODUCTS_PER_SITEMAP + 6);
  await shop.db.owner.query(`delete from products where id like 'p%'`);
});

test.each(['products-2.xml', 'products-0.xml', 'products-9999.xml', 'products-1e1.xml', 'x.xml'])(
  'there is no /sitemap/%s',
  async (part) => {
    expect((await app.request(`/sitemap/${part}`)).status).toBe(404);
  },
);

test('an empty shop has no product sitemap', async () => {
  await shop.db.owner.query('update products set active = false');
  expect(locations(await read('/sitemap.xml'))).toEqual(['https://example.in/sitemap/pages.xml']);
  await shop.db.owner.query('update products set active = true');
});

async function read(path: string, headers: Record<string, string> = {}): Promise<string> {
  const answer = await app.request(path, { headers });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('cache-control')).toMatch(/^public, max-age=\d+$/);
  return answer.text();
}

function locations(xml: string): string[] {
  return [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address = '']) => address);
}

async function addProduct(id: string): Promise<void> {
  await shop.db.owner.query(
    `insert into products (id, name, description, long_description, price, weight, image, images, category,
       ingredients, rating, review_count, stock)
     values ($1, 'Tea', '', '', 100, '50g', 'x', '{x}', 'packaged', '', 4, 0, 1)`,
    [id],
  );
}
