import { Hono } from 'hono';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { PUBLIC_PATHS } from '#contract/page-paths.ts';
import { openTestShop, type TestShop } from '#test/shop.ts';
import { PRODUCTS_PER_SITEMAP } from './queries.ts';
import { seoRoutes } from './routes.ts';

const SITE = 'https://example.in';
const UNUSUAL = 'a&b "c" <d>/é';
let shop: TestShop;
let app: Hono;
let now = 0;

beforeAll(async () => {
  shop = await openTestShop();
  app = new Hono().route(
    '/',
    seoRoutes(shop.database, SITE, () => now),
  );
});

beforeEach(() => {
  now += 60_000; // the previous test's cache entries expire
});

test('robots.txt disallows private pages and links the sitemap with the canonical host', async () => {
  const text = await read('/robots.txt', { host: 'evil.example' });
  expect(text).toContain('Disallow: /account\n');
  expect(text).toContain('Disallow: /checkout\n');
  expect(text).toContain(`Sitemap: ${SITE}/sitemap.xml\n`);
  expect(text).not.toMatch(/Disallow: \/\n/);
});

test('the sitemap lists every page and every product', async () => {
  expect(locations(await read('/sitemap.xml', { host: 'evil.example' }))).toEqual([
    `${SITE}/sitemap/pages.xml`,
    `${SITE}/sitemap/products-1.xml`,
  ]);
  expect(locations(await read('/sitemap/pages.xml'))).toEqual(
    PUBLIC_PATHS.map((path) => `${SITE}${path}`),
  );
  expect(locations(await read('/sitemap/products-1.xml'))).toEqual(
    ['1', '2', '3', '4', '5', '6'].map((id) => `${SITE}/product/${id}`),
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
  const xml = await read('/sitemap/products-1.xml');
  const changed = [...xml.matchAll(/<lastmod>(.*?)<\/lastmod>/g)].map(([, when = '']) => when);
  const unchanged = expect.stringContaining('2026-01-02T03:04:05');
  expect(changed.slice(0, 2)).toEqual([unchanged, unchanged]);
  expect(Date.parse(changed[2] ?? '')).toBeGreaterThan(Date.now() - 60_000);
});

test('an inactive product disappears within a minute; an empty shop has no product sitemap', async () => {
  const setActive = (active: boolean, where: string) =>
    shop.db.owner.query(`update products set active = ${active} where ${where}`);
  await read('/sitemap/products-1.xml');
  await setActive(false, `id = '2'`);
  expect(locations(await read('/sitemap/products-1.xml'))).toHaveLength(6);
  now += 60_000;
  expect(locations(await read('/sitemap/products-1.xml'))).toEqual(
    ['1', '3', '4', '5', '6'].map((id) => `${SITE}/product/${id}`),
  );
  await setActive(false, 'true');
  expect(locations(await read('/sitemap.xml'))).toEqual([`${SITE}/sitemap/pages.xml`]);
  await setActive(true, 'true');
});

test('more products than fit in one part are split, each in one part, with unusual ids escaped', async () => {
  await shop.db.owner.query(
    `insert into products (id, name, description, long_description, price, weight, image, images, category,
       ingredients, rating, review_count, stock)
     select id, 'Tea', '', '', 100, '50g', 'x', '{x}', 'packaged', '', 4, 0, 1
     from (select 'p' || generate_series(1, ${PRODUCTS_PER_SITEMAP}) union all select $1) each (id)`,
    [UNUSUAL],
  );
  expect(locations(await read('/sitemap.xml')).slice(1)).toEqual([
    `${SITE}/sitemap/products-1.xml`,
    `${SITE}/sitemap/products-2.xml`,
  ]);
  const [first = [], second = []] = await Promise.all(
    [1, 2].map(async (n) => locations(await read(`/sitemap/products-${n}.xml`))),
  );
  expect([first.length, second.length]).toEqual([PRODUCTS_PER_SITEMAP, 7]);
  expect(new Set([...first, ...second]).size).toBe(PRODUCTS_PER_SITEMAP + 7);
  expect(first).toContain(`${SITE}/product/${encodeURIComponent(UNUSUAL)}`);
  await shop.db.owner.query(`delete from products where length(id) > 1`);
});

test.each(['products-2.xml', 'products-0.xml', 'products-9999.xml', 'products-1e1.xml', 'x.xml'])(
  'there is no /sitemap/%s',
  async (part) => {
    expect((await app.request(`/sitemap/${part}`)).status).toBe(404);
  },
);

async function read(path: string, headers: Record<string, string> = {}): Promise<string> {
  const answer = await app.request(path, { headers });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('cache-control')).toMatch(/^public, max-age=\d+$/);
  return answer.text();
}

function locations(xml: string): string[] {
  return [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address = '']) => address);
}
