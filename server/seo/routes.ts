import { type Context, Hono } from 'hono';
import { AppError } from '#contract/errors.ts';
import type { Database } from '#server/database/database.ts';
import { answerRefusal } from '#server/http/errors.ts';
import { partOf, partStarts } from './queries.ts';
import { sitemap, sitemapIndex } from './sitemap.ts';

/** Every page that is nobody's in particular; products have lists of their own. */
export const PAGES = [
  '/',
  '/shop',
  '/about',
  '/contact',
  '/shipping-info',
  '/returns',
  '/faq',
  '/privacy-policy',
  '/terms',
];

/** What belongs to one shopper, answers machines, or changes something. */
const CLOSED = [
  '/account',
  '/api/',
  '/auth',
  '/cart',
  '/checkout',
  '/contact/sent',
  '/forgot-password',
  '/newsletter',
  '/reset-password',
  '/undo-second-step',
];

/** How long a list is kept, in milliseconds: crawlers ask for it now and then, and strangers as often as they like. */
const KEPT = 60_000;

/** `/robots.txt` and `/sitemap.xml`, for search engines. Addresses are the shop's own, whatever host was asked. */
export function crawlerRoutes(database: Database, publicUrl: string, clock: () => number) {
  const keep = createShelf(clock);
  const app = new Hono();

  const robots = [
    'User-agent: *',
    ...CLOSED.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${publicUrl}/sitemap.xml`,
    '',
  ].join('\n');
  app.get('/robots.txt', (c) => c.text(robots, 200, { 'Cache-Control': 'public, max-age=3600' }));

  app.get('/sitemap.xml', async (c) =>
    answer(
      c,
      await keep('index', async () => {
        const starts = await database.rows(partStarts());
        const parts = starts.map((_, index) => ({ path: `/sitemap/products-${index + 1}.xml` }));
        return sitemapIndex(publicUrl, [{ path: '/sitemap/pages.xml' }, ...parts]);
      }),
    ),
  );

  const pages = sitemap(
    publicUrl,
    PAGES.map((path) => ({ path })),
  );
  app.get('/sitemap/pages.xml', (c) => answer(c, pages));

  app.get('/sitemap/:part{products-[1-9][0-9]{0,3}\\.xml}', async (c) => {
    const part = Number(/\d+/.exec(c.req.param('part'))?.[0]);
    const found = await keep(`part ${part}`, async () => {
      const first = (await database.rows(partStarts()))[part - 1];
      if (!first) return null;
      const products = await database.rows(partOf(first.id));
      return sitemap(
        publicUrl,
        products.map(({ id, updated_at }) => ({
          path: `/product/${encodeURIComponent(id)}`,
          changed: updated_at,
        })),
      );
    });
    return found === null ? answerRefusal(c, new AppError('not_found')) : answer(c, found);
  });
  return app;
}

function answer(c: Context, xml: string): Response {
  return c.body(xml, 200, {
    'Content-Type': 'application/xml; charset=utf-8',
    'Cache-Control': `public, max-age=${KEPT / 1000}`,
  });
}

/** Keeps what was made for a while, makes each thing once for all who wait, and keeps nothing that is not there. */
function createShelf(clock: () => number) {
  const shelf = new Map<string, { made: Promise<string | null>; until: number }>();

  async function keep(name: string, make: () => Promise<string>): Promise<string>;
  async function keep(name: string, make: () => Promise<string | null>): Promise<string | null>;
  async function keep(name: string, make: () => Promise<string | null>): Promise<string | null> {
    const kept = shelf.get(name);
    if (kept && clock() < kept.until) return kept.made;
    const made = make();
    shelf.set(name, { made, until: clock() + KEPT });
    const drop = () => {
      if (shelf.get(name)?.made === made) shelf.delete(name);
    };
    made.then((xml) => xml === null && drop(), drop);
    return made;
  }
  return keep;
}
