import { atMost, fixed, median, type Part, spread } from './report.ts';
import { type BenchShop, withBenchShop } from './shop.ts';

const ROUNDS = 7;
const WARM_UP_ROUNDS = 10;
const PAGES_PER_ROUND = 60;
/** So few at a time that the list of similar products is hardly longer than with the shop's six. */
const COPIES = 6;

/**
 * Measures uncached pages. Every requested product page is new: a copy of the first product under a new id, deleted
 * after its only visit.
 */
export async function rendering(): Promise<Part> {
  return withBenchShop('rendering', async (shop) => {
    const html = await (await fetch(`${shop.url}/product/1`)).text();
    for (let n = 1; n <= WARM_UP_ROUNDS; n++) await renderPages(shop, -n);
    const rounds: number[] = [];
    const databases: number[] = [];
    for (let round = 1; round <= ROUNDS; round++) {
      const { total, postgres } = await renderPages(shop, round);
      rounds.push(total);
      databases.push(postgres);
    }
    const total = median(rounds);
    const whole = Buffer.byteLength(html) / 1000;
    const size = Buffer.byteLength(html.replace(/<style>.*?<\/style>/s, '')) / 1000;
    return {
      title: 'Product page, rendered for its first visitor',
      lines: [
        {
          what: 'rendering, compressing and answering, CPU',
          value: spread(rounds, 2, ' ms'),
          comparison: `of it PostgreSQL ${fixed(median(databases), 2)}`,
          target: atMost(total, 3.5, ' ms'),
        },
        {
          what: 'HTML without the style it carries',
          value: fixed(size, 1, ' kB'),
          comparison: `with it ${fixed(whole, 1)}`,
          target: atMost(size, 60, ' kB'),
        },
      ],
      notes: [
        `Medians of ${ROUNDS} rounds of ${PAGES_PER_ROUND} pages, one after the other: copies of the first product, each under an id of its own and visited once.`,
      ],
    };
  });
}

/** CPU milliseconds per page. */
async function renderPages(shop: BenchShop, round: number) {
  const spent = { total: 0, postgres: 0 };
  for (let batch = 0; batch < PAGES_PER_ROUND / COPIES; batch++) {
    const ids = Array.from({ length: COPIES }, (_, copy) => `copy-${round}-${batch}-${copy}`);
    await putOnSale(shop, ids);
    const { total, postgres } = await shop.cpuFor(async () => {
      for (const id of ids) await visit(`${shop.url}/product/${id}`);
    });
    spent.total += total;
    spent.postgres += postgres;
  }
  return { total: spent.total / PAGES_PER_ROUND, postgres: spent.postgres / PAGES_PER_ROUND };
}

async function visit(url: string): Promise<void> {
  const answer = await fetch(url, { headers: { 'accept-encoding': 'br' } });
  if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}`);
  await answer.arrayBuffer();
}

/** Replaces the copies on sale with new ones. */
async function putOnSale({ owner }: BenchShop, ids: string[]): Promise<void> {
  await owner.query(`delete from products where id like 'copy-%'`);
  await owner.query(
    `insert into products (
       id, name, description, long_description, price, weight, image, images, category, benefits, brewing,
       ingredients, certifications, contents, taste, rating, review_count, popularity, stock
     )
     select copy, name, description, long_description, price, weight, image, images, category, benefits, brewing,
       ingredients, certifications, contents, taste, rating, review_count, -1, stock
     from products, unnest($1::text[]) as copy where id = '1'`,
    [ids],
  );
}
