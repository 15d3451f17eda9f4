import { Hono } from 'hono';
import { beforeEach, expect, test } from 'vitest';
import { PUBLIC_PATHS } from '#contract/page-paths.ts';
import { openTestShop } from '#test/shop.ts';
import { SLICE, seoRoutes } from './routes.ts';

const SITE = 'https://example.in';
const UNUSUAL = 'a&b "c" <d>/é';
let now = 0;

const shop = await openTestShop();
const app = new Hono().route(
  '/',
  seoRoutes({
    ...{ database: shop.database, publicUrl: SITE, clock: () => now },
    shipping: () => ({ fee: 4_900, freeFrom: 99_900 }),
  }),
);

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
  const all = [...PUBLIC_PATHS, ...['1', '2', '3', '4', '5', '6'].map((id) => `/product/${id}`)];
  expect(locations(await read('/sitemap.xml', { host: 'evil.example' }))).toEqual(
    all.map((path) => SITE + path),
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
  const xml = await read('/sitemap.xml');
  const changed = [...xml.matchAll(/<lastmod>(.*?)<\/lastmod>/g)].map(([, when = '']) => when);
  const unchanged = expect.stringContaining('2026-01-02T03:04:05');
  expect(changed.slice(0, 2)).toEqual([unchanged, unchanged]);
  expect(changed[2]).not.toEqual(unchanged);
});

test('the merchant feed has each product with its price, a lower one as a sale, and what delivery costs', async () => {
  const name = 'Tea & <b>more</b>';
  await shop.db.owner.query(
    `update products set name = $1, price = 449, stock = 0 where id = '1'`,
    [name],
  );
  const xml = await read('/merchant-feed.xml', { host: 'evil.example' });
  const items = xml.split('<item>').slice(1);
  expect(items).toHaveLength(6);
  for (const part of [
    ...['<g:id>1</g:id>', '<g:title>Tea &amp; &lt;b&gt;more&lt;/b&gt;</g:title>'],
    ...[
      `<g:link>${SITE}/product/1</g:link>`,
      `<g:image_link>${SITE}/pictures/products/1-pack.webp<`,
    ],
    ...['<g:availability>out_of_stock<', '<g:price>499.00 INR<', '<g:sale_price>449.00 INR<'],
    '<g:country>IN</g:country><g:price>49.00 INR</g:price>',
  ])
    expect(items[0]).toContain(part);
  expect(items[2]).toContain('<g:country>IN</g:country><g:price>0.00 INR</g:price>');
  expect(items[2]).toContain('<g:availability>in_stock<');
  expect(items[2]).not.toContain('sale_price');
  await shop.db.owner.query(
    `update products set name = 'Dried Aparajita Flowers', price = 499, stock = 100 where id = '1'`,
  );
});

test('an inactive product disappears within a minute', async () => {
  const listed = async () => (await read('/sitemap.xml')).includes('/product/2<');
  expect(await listed()).toBe(true);
  await shop.db.owner.query(`update products set active = false where id = '2'`);
  expect(await listed()).toBe(true);
  now += 60_000;
  expect(await listed()).toBe(false);
  await shop.db.owner.query('update products set active = true');
});

test('each of very many products is listed once, with an unusual id escaped', async () => {
  await shop.db.owner.query(
    `insert into products (id, name, description, long_description, price, weight, image, images, category,
       ingredients, rating, review_count, stock)
     select id, 'Tea', '', '', 100, '50g', 'x', '{x}', 'packaged', '', 4, 0, 1
     from (select 'p' || generate_series(1, ${2 * SLICE}) union all select $1) each (id)`,
    [UNUSUAL],
  );
  const listed = locations(await read('/sitemap.xml'));
  expect(listed).toHaveLength(PUBLIC_PATHS.length + 2 * SLICE + 7);
  expect(new Set(listed).size).toBe(listed.length);
  expect(listed).toContain(`${SITE}/product/${encodeURIComponent(UNUSUAL)}`);
  await shop.db.owner.query(`delete from products where length(id) > 1`);
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
