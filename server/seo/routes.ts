import { type Context, Hono } from 'hono';
import { AppError } from '#contract/errors.ts';
import {
  AUTH_PATH,
  CHECKOUT_PATH,
  FORGOT_PASSWORD_PATH,
  MESSAGE_SENT_PATH,
  PUBLIC_PATHS,
  productPath,
} from '#contract/page-paths.ts';
import type { Database } from '#server/database/database.ts';
import { errorResponse } from '#server/http/errors.ts';
import { sitemapProducts, sitemapStarts } from './queries.ts';

const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** Paths of a shopper's own pages, of APIs, and of actions. */
const DISALLOWED_PATHS = [
  '/account',
  '/api/',
  AUTH_PATH,
  '/cart',
  CHECKOUT_PATH,
  MESSAGE_SENT_PATH,
  FORGOT_PASSWORD_PATH,
  '/newsletter',
  '/reset-password',
  '/undo-second-step',
];

/** How long a sitemap is cached, in milliseconds: crawlers request it rarely, but anybody may do so often. */
const CACHE_LIFETIME_MS = 60_000;

/**
 * `/robots.txt` and `/sitemap.xml` for search engines. URLs have the shop's canonical host, whatever host was
 * requested.
 */
export function seoRoutes(database: Database, publicUrl: string, clock: () => number) {
  const cached = createCache(clock);
  const app = new Hono();

  const robots = [
    'User-agent: *',
    ...DISALLOWED_PATHS.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${publicUrl}/sitemap.xml`,
    '',
  ].join('\n');
  app.get('/robots.txt', (c) => c.text(robots, 200, { 'Cache-Control': 'public, max-age=3600' }));

  app.get('/sitemap.xml', async (c) =>
    xmlResponse(
      c,
      await cached('index', async () => {
        const starts = await database.rows(sitemapStarts());
        const parts = starts.map((_, index) => ({ path: `/sitemap/products-${index + 1}.xml` }));
        return sitemapIndex(publicUrl, [{ path: '/sitemap/pages.xml' }, ...parts]);
      }),
    ),
  );

  const pages = sitemap(
    publicUrl,
    PUBLIC_PATHS.map((path) => ({ path })),
  );
  app.get('/sitemap/pages.xml', (c) => xmlResponse(c, pages));

  app.get('/sitemap/:part{products-[1-9][0-9]{0,3}\\.xml}', async (c) => {
    const part = Number(/\d+/.exec(c.req.param('part'))?.[0]);
    const found = await cached(`part ${part}`, async () => {
      const first = (await database.rows(sitemapStarts()))[part - 1];
      if (!first) return null;
      const products = await database.rows(sitemapProducts(first.id));
      return sitemap(
        publicUrl,
        products.map(({ id, updated_at }) => ({
          path: productPath(id),
          changed: updated_at,
        })),
      );
    });
    return found === null ? errorResponse(c, new AppError('not_found')) : xmlResponse(c, found);
  });
  return app;
}

function xmlResponse(c: Context, xml: string): Response {
  return c.body(xml, 200, {
    'Content-Type': 'application/xml; charset=utf-8',
    'Cache-Control': `public, max-age=${CACHE_LIFETIME_MS / 1000}`,
  });
}

/** A cache with a lifetime: makes each value once for all who wait, and does not cache null or errors. */
function createCache(clock: () => number) {
  const entries = new Map<string, { content: Promise<string | null>; until: number }>();

  async function cached(name: string, make: () => Promise<string>): Promise<string>;
  async function cached(name: string, make: () => Promise<string | null>): Promise<string | null>;
  async function cached(name: string, make: () => Promise<string | null>): Promise<string | null> {
    const entry = entries.get(name);
    if (entry && clock() < entry.until) return entry.content;
    const content = make();
    entries.set(name, { content, until: clock() + CACHE_LIFETIME_MS });
    const drop = () => {
      if (entries.get(name)?.content === content) entries.delete(name);
    };
    content.then((xml) => xml === null && drop(), drop);
    return content;
  }
  return cached;
}

/** A page for search engines; `changed` is an ISO 8601 timestamp. */
type SitemapEntry = { path: string; changed?: string };

/** A sitemap, as sitemaps.org defines it. */
function sitemap(publicUrl: string, entries: readonly SitemapEntry[]): string {
  return sitemapDocument('urlset', 'url', publicUrl, entries);
}

/** An index of sitemaps. */
function sitemapIndex(publicUrl: string, entries: readonly SitemapEntry[]): string {
  return sitemapDocument('sitemapindex', 'sitemap', publicUrl, entries);
}

function sitemapDocument(
  whole: string,
  part: string,
  publicUrl: string,
  entries: readonly SitemapEntry[],
): string {
  const lines = entries.map(({ path, changed }) => {
    const lastmod = changed ? `<lastmod>${changed}</lastmod>` : '';
    return `<${part}><loc>${escapeXml(publicUrl + path)}</loc>${lastmod}</${part}>`;
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<${whole} xmlns="${NAMESPACE}">`,
    ...lines,
    `</${whole}>`,
    '',
  ].join('\n');
}

function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
