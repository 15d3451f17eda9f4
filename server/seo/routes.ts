import { Hono } from 'hono';
import {
  AUTH_PATH,
  CHECKOUT_PATH,
  FORGOT_PASSWORD_PATH,
  MESSAGE_SENT_PATH,
  PUBLIC_PATHS,
  productPath,
} from '#contract/page-paths.ts';
import type { Database } from '#server/database/database.ts';
import { statement } from '#server/database/tables.ts';

/** Paths of a shopper's own pages, of APIs, and of actions. */
const DISALLOWED_PATHS = [
  '/account',
  '/api/',
  AUTH_PATH,
  '/cart',
  '/cash-order',
  CHECKOUT_PATH,
  MESSAGE_SENT_PATH,
  FORGOT_PASSWORD_PATH,
  '/newsletter',
  '/reset-password',
  '/undo-second-step',
];

/** Crawlers request the sitemap rarely, but anybody may do so often. */
const CACHE_SECONDS = 60;

/** How many URLs the protocol of sitemaps allows in one; with so many it takes some hundred milliseconds to make. */
const MAX_URLS = 50_000;

/**
 * `/robots.txt` and `/sitemap.xml` for search engines. URLs have the shop's canonical host, whatever host was
 * requested.
 */
export function seoRoutes(database: Database, publicUrl: string, clock: () => number) {
  const app = new Hono();
  const robots = [
    'User-agent: *',
    ...DISALLOWED_PATHS.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${publicUrl}/sitemap.xml`,
    '',
  ].join('\n');
  app.get('/robots.txt', (c) => c.text(robots, 200, { 'Cache-Control': 'public, max-age=3600' }));

  let cached = { xml: Promise.resolve(''), until: 0 };
  app.get('/sitemap.xml', async (c) => {
    if (clock() >= cached.until) {
      const made = { xml: sitemap(database, publicUrl), until: clock() + CACHE_SECONDS * 1000 };
      made.xml.catch(() => {
        made.until = 0;
      });
      cached = made;
    }
    return c.body(await cached.xml, 200, {
      'Content-Type': 'application/xml; charset=utf-8',
      'Cache-Control': `public, max-age=${CACHE_SECONDS}`,
    });
  });
  return app;
}

/** Every public page and product, as sitemaps.org defines it. Ids of products are percent-encoded, so nothing needs an entity. */
async function sitemap(database: Database, publicUrl: string): Promise<string> {
  const urls = PUBLIC_PATHS.map((path) => `<url><loc>${publicUrl}${path}</loc></url>`);
  for (let after: string | undefined = ''; after !== undefined && urls.length < MAX_URLS; ) {
    const products: { id: string; updated_at: string }[] = await database.rows(
      sitemapProducts(after),
    );
    for (const { id, updated_at } of products) {
      urls.push(
        `<url><loc>${publicUrl}${productPath(id)}</loc><lastmod>${updated_at}</lastmod></url>`,
      );
    }
    after = products[SLICE - 1]?.id;
  }
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...urls.slice(0, MAX_URLS),
    '</urlset>',
    '',
  ].join('\n');
}

/** How many products one query reads. */
export const SLICE = 1_000;

/** The next products for the sitemap, in the order of their ids; scans only the index of ids. */
export function sitemapProducts(after: string) {
  return statement<{ id: string; updated_at: string }>`
    select id, updated_at from products where active and id > ${after} order by id limit ${SLICE}`;
}
