import type pg from 'pg';
import { ProductQuery } from '#contract/catalogue.ts';
import { createCatalogue } from '#server/catalogue/catalogue.ts';
import { createDatabase } from '#server/database/database.ts';
import { afterWarmUp, atMost, fixed, type Line, median, type Part, quantile } from './report.ts';
import { type BenchShop, withBenchShop } from './shop.ts';

const PRODUCTS = 100_000;
const ROUNDS = 5;
/** Requests per query and round. */
const REQUESTS = 40;

/** Milliseconds until the last byte, by shop. */
type Times = { six: number[]; many: number[] };

/** The product list with 100,000 products compared with six, query by query. */
export async function catalogue(): Promise<Part> {
  return withBenchShop('catalogue-six', (six) =>
    withBenchShop('catalogue-many', async (many) => {
      await fill(many.owner);
      const queries = {
        'first page': ['', ''],
        'newest first': ['sort=newest', 'sort=newest'],
        'most expensive first': ['sort=price-desc', 'sort=price-desc'],
        'after 90,000 others': [
          'after=3',
          `after=${await productAfter90000(many.owner, 'popularity desc, id desc')}`,
        ],
        'after 90,000 cheaper ones': [
          'sort=price-asc&after=3',
          `sort=price-asc&after=${await productAfter90000(many.owner, 'price, id')}`,
        ],
        'a category': ['category=packaged', 'category=packaged'],
        'a category, cheapest first': [
          'category=packaged&sort=price-asc',
          'category=packaged&sort=price-asc',
        ],
        'a price in between': ['min_price=600&max_price=900', 'min_price=600&max_price=900'],
        'a price hardly any has': ['min_price=799&max_price=799', 'min_price=799&max_price=799'],
        'a word that all have': ['search=tea', 'search=tea'],
        'a word that one in a thousand has': ['search=travel', 'search=garden777'],
        'a word that none has': ['search=coffee', 'search=coffee'],
        'a word of a long text that all have': ['search=honey', 'search=honey'],
        'a word of a card that all have': ['search=dried', 'search=leaves'],
        'two words, one of them rare': ['search=blue travel', 'search=blue garden777'],
        'a misspelt word': ['search=travle', 'search=gardne777'],
        'a misspelt word that all have': ['search=flwoers', 'search=flwoers'],
        'a synonym': ['search=hamper', 'search=hamper'],
        'a synonym in Devanagari, all have it': ['search=अपराजिता', 'search=अपराजिता'],
        'a word, cheapest first': ['search=tea&sort=price-asc', 'search=tea&sort=price-asc'],
        'after 90,000 other matches': [
          'search=tea&after=3',
          `search=tea&after=${await productAfter90000(many.owner, 'popularity desc, id desc')}`,
        ],
        'a word, a category and a price': [
          'search=tea&category=packaged&max_price=700',
          'search=tea&category=packaged&max_price=700',
        ],
      };
      const lines: Line[] = [];
      for (const [what, [ofSix = '', ofMany = '']] of Object.entries(queries)) {
        lines.push(line(what, await compare(six, ofSix, many, ofMany)));
      }
      return {
        title: `The shop's list with ${PRODUCTS.toLocaleString('en-US')} products, compared with six`,
        lines,
        notes: [
          `What the page's loader answers (list and count, nothing cached), without the server, one query at a time; ${ROUNDS} alternated rounds of ${REQUESTS}.`,
          `Six products make a page of at most 6, the others of 24: part of the difference is the larger response.`,
        ],
      };
    }),
  );
}

function line(what: string, { six, many }: Times): Line {
  const share = (times: number[]) =>
    `p50 ${fixed(median(times), 2)} ms, p95 ${fixed(quantile(times, 0.95), 2)} ms`;
  const ratio = quantile(many, 0.95) / quantile(six, 0.95);
  return {
    what,
    value: `${share(many)} (× ${fixed(ratio, 2)})`,
    comparison: `six: ${share(six)}`,
    target: atMost(Number(ratio.toFixed(1)), 3, ' times'),
  };
}

async function compare(six: BenchShop, ofSix: string, many: BenchShop, ofMany: string) {
  const rounds = await afterWarmUp(ROUNDS, async () => ({
    six: await request(six, ofSix),
    many: await request(many, ofMany),
  }));
  return {
    six: rounds.flatMap((round) => round.six),
    many: rounds.flatMap((round) => round.many),
  };
}

/** Reads without the server, which caches its answers. */
async function request(shop: BenchShop, query: string): Promise<number[]> {
  const database = createDatabase({ pool: shop.owner, enter: 'session', prepare: true });
  const catalogue = createCatalogue(database);
  const filter = ProductQuery.parse(Object.fromEntries(new URLSearchParams(query)));
  const times: number[] = [];
  for (let n = 0; n < REQUESTS; n++) {
    const began = performance.now();
    await catalogue.listPage(filter);
    times.push(performance.now() - began);
  }
  return times;
}

/** The product that follows 90,000 others in this order. */
async function productAfter90000(owner: pg.Pool, order: string): Promise<string> {
  const { rows } = await owner.query<{ id: string }>(
    `select id from products where active order by ${order} offset 89999 limit 1`,
  );
  return rows[0]?.id ?? '';
}

async function fill(owner: pg.Pool): Promise<void> {
  await owner.query(`
    insert into products (id, name, description, long_description, price, weight, image, images, category, benefits,
      brewing, ingredients, certifications, rating, review_count, popularity, stock, created_at)
    select 'p' || n, 'Tea of garden' || n % 1000 || ' lot ' || n, 'Leaves picked by hand ' || md5(n::text),
      long_description, 100 + n * 7919 % 3000, weight, image, images,
      (array['loose-leaf', 'packaged', 'gift-set'])[(n % 3 + 1)::integer], '[]', brewing, ingredients, certifications, 4,
      1, n * 104729 % 1000003, 100, '2020-01-01'::timestamptz + n * 15485863 % 1000003 * interval '1 minute'
    from products, generate_series(1::bigint, ${PRODUCTS}) n where id = '1'`);
  await owner.query('vacuum analyze products');
}
