import { Hono } from 'hono';
import { html } from 'hono/html';
import type { CompiledQuery } from 'kysely';
import type { ProductSummary } from '#contract/catalogue.ts';
import {
  AUTH_PATH,
  CHECKOUT_PATH,
  FORGOT_PASSWORD_PATH,
  MESSAGE_SENT_PATH,
  PUBLIC_PATHS,
  productPath,
} from '#contract/page-paths.ts';
import { toPaise, toRupees } from '#domain/money.ts';
import { mrpBeside } from '#domain/mrp.ts';
import { type ShippingRule, shippingFee } from '#domain/shipping.ts';
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
  '/discount',
  '/reset-password',
  '/undo-second-step',
];

/** Crawlers request the sitemap rarely, but anybody may do so often. */
const CACHE_SECONDS = 60;

/** How many URLs the protocol of sitemaps allows in one; with so many it takes some hundred milliseconds to make. */
const MAX_URLS = 50_000;

type SeoDependencies = {
  database: Database;
  publicUrl: string;
  /** In milliseconds. */
  clock: () => number;
  /** What delivery costs now. */
  shipping: () => ShippingRule;
};

/**
 * `/robots.txt` and `/sitemap.xml` for search engines, and `/merchant-feed.xml` with the products for Google Merchant
 * Center. URLs have the shop's canonical host, whatever host was requested.
 */
export function seoRoutes({ database, publicUrl, clock, shipping }: SeoDependencies) {
  const app = new Hono();
  const robots = [
    'User-agent: *',
    ...DISALLOWED_PATHS.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${publicUrl}/sitemap.xml`,
    '',
  ].join('\n');
  app.get('/robots.txt', (c) => c.text(robots, 200, { 'Cache-Control': 'public, max-age=3600' }));

  serveXml('/sitemap.xml', () => sitemap(database, publicUrl));
  serveXml('/merchant-feed.xml', () => merchantFeed(database, publicUrl, shipping()));

  function serveXml(path: string, make: () => Promise<string>) {
    let cached = { xml: Promise.resolve(''), until: 0 };
    app.get(path, async (c) => {
      if (clock() >= cached.until) {
        const made = { xml: make(), until: clock() + CACHE_SECONDS * 1000 };
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
  }
  return app;
}

/** Every public page and product, as sitemaps.org defines it. Ids of products are percent-encoded, so nothing needs an entity. */
async function sitemap(database: Database, publicUrl: string): Promise<string> {
  const urls = PUBLIC_PATHS.map((path) => `<url><loc>${publicUrl}${path}</loc></url>`);
  for await (const { id, updated_at } of inSlices(database, sitemapProducts)) {
    urls.push(
      `<url><loc>${publicUrl}${productPath(id)}</loc><lastmod>${updated_at}</lastmod></url>`,
    );
    if (urls.length >= MAX_URLS) break;
  }
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...urls,
    '</urlset>',
    '',
  ].join('\n');
}

/**
 * Every product as Google Merchant Center reads it (https://support.google.com/merchants/answer/7052112): where the price is
 * below the MRP, that is the price and the lower one a sale's.
 */
async function merchantFeed(
  database: Database,
  publicUrl: string,
  shipping: ShippingRule,
): Promise<string> {
  const items: ReturnType<typeof html>[] = [];
  for await (const product of inSlices(database, feedProducts)) {
    const { id, name, description, image, category, price, mrp, in_stock } = product;
    const sale =
      mrpBeside(product) === null ? '' : html`<g:sale_price>${inInr(price)}</g:sale_price>`;
    const fee = toRupees(shippingFee(shipping, toPaise(price)));
    items.push(html`<item>
<g:id>${id}</g:id>
<g:title>${name}</g:title>
<g:description>${description}</g:description>
<g:link>${publicUrl}${productPath(id)}</g:link>
<g:image_link>${publicUrl}${image}</g:image_link>
<g:availability>${in_stock ? 'in_stock' : 'out_of_stock'}</g:availability>
<g:price>${inInr(mrp)}</g:price>
${sale}
<g:condition>new</g:condition>
<g:brand>Aparajita</g:brand>
<g:identifier_exists>no</g:identifier_exists>
<g:product_type>${category}</g:product_type>
<g:shipping><g:country>IN</g:country><g:price>${inInr(fee)}</g:price></g:shipping>
</item>
`);
    if (items.length >= MAX_URLS) break;
  }
  return String(html`<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0">
<channel>
<title>Aparajita</title>
<link>${publicUrl}/</link>
<description>Butterfly pea flower tea from India</description>
${items}</channel>
</rss>
`);
}

const inInr = (rupees: number) => `${rupees.toFixed(2)} INR`;

/** All products, by queries for the next ones after an id. */
async function* inSlices<Row extends { id: string }>(
  database: Database,
  next: (after: string) => CompiledQuery<Row>,
): AsyncGenerator<Row> {
  for (let after: string | undefined = ''; after !== undefined; ) {
    const rows: Row[] = await database.rows(next(after));
    yield* rows;
    after = rows[SLICE - 1]?.id;
  }
}

/** How many products one query reads. */
export const SLICE = 1_000;

/** The next products for the sitemap, in the order of their ids; scans only the index of ids. */
export function sitemapProducts(after: string) {
  return statement<{ id: string; updated_at: string }>`
    select id, updated_at from products where active and id > ${after} order by id limit ${SLICE}`;
}

type FeedProduct = Pick<
  ProductSummary,
  'id' | 'name' | 'description' | 'image' | 'category' | 'price' | 'mrp' | 'in_stock'
>;

/** The next products for the feed, likewise. */
export function feedProducts(after: string) {
  return statement<FeedProduct>`
    select id, name, description, image, category, price, mrp, stock > 0 as in_stock
    from products where active and id > ${after} order by id limit ${SLICE}`;
}
