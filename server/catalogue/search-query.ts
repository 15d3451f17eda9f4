import { PLAN_EACH_TIME } from '@aparajita/postgres/prepared-statements';
import { type RawBuilder, sql } from 'kysely';
import {
  COUNTED,
  PAGE_LENGTH,
  type ProductQuery,
  type ProductSummary,
} from '#contract/catalogue.ts';
import { tables } from '#server/database/tables.ts';
import { AVAILABILITY, onSale } from './conditions.ts';
import type { Interpretation, KnownWords, SearchTerm } from './search/interpret.ts';
import { termsOf, transpositionsOf } from './search/words.ts';
import { following, ORDERS } from './sort-orders.ts';

/** The last letter of Unicode: all that begins with a word sorts between the word and the word with this behind it. */
const LAST_LETTER = String.fromCodePoint(0x10ffff);

/** What the products' vocabulary and the table of synonyms say of the words of a search. */
export function lookUpWords(words: string[]) {
  const typed = words.map((word) => ({ word, swapped: transpositionsOf(word) }));
  return sql<KnownWords>`
    with typed as materialized (
      select typed.*, ts_lexize('english_stem', word) as stems,
        exists (select from search_words known where ${begins(sql`typed.word`)} and products > 0) as known
      from jsonb_to_recordset(${JSON.stringify(typed)}::jsonb) typed (word text, swapped text[])
    ), synonyms as materialized (
      select term, meaning from search_synonyms where term = any(${termsOf(words)})
    ), corrections as materialized (
      select word, array(select known.word from search_words known where known.word = any(swapped) and products > 0)
        || array(select similar_words(word)) as alike
      from typed where not known and word not in (select term from synonyms)
    ), asked as (
      select word from typed
      union select stems[1] from typed where stems <> '{}'
      union select string_to_table(meaning, ' ') from synonyms
      union select unnest(alike) from corrections
    )
    select
      (select jsonb_agg(jsonb_build_object('word', word, 'stem', nullif(stems[1], word), 'stop_word', stems = '{}',
         'similar', coalesce((select alike from corrections c where c.word = typed.word), '{}'))) from typed) as words,
      (select coalesce(jsonb_agg(synonyms), '[]') from synonyms) as synonyms,
      (select jsonb_object_agg(word, counts) from asked, lateral (
         select coalesce(sum(names), 0)::integer as names, coalesce(sum(products), 0)::integer as products
         from search_words known where ${begins(sql`asked.word`)}) counts) as counts`.compile(
    tables,
  );
}

function begins(word: RawBuilder<unknown>) {
  return sql`known.word >= ${word} collate "C" and known.word < (${word} || ${LAST_LETTER}) collate "C"`;
}

/**
 * From so many matches on it is shorter to walk along the index of the order until a page is full than to fetch all
 * matches through the index of words: there a page costs 25 of 100,000 rows times as many rows as one match stands
 * among, here as many as there are matches.
 */
const COMMON = 4000;

/**
 * The products that a search finds, at most `length` of them. In the default order those with the words in their name
 * come first; the rest is looked for only when they do not fill the page.
 *
 * The planner's own guess for the beginning of a word (2 % of the products) made it walk through all products for a
 * word that three have: measured 15 s on 100,000 of them. So the way is chosen here, by the counts of `search_words`.
 */
export function searchProducts(
  query: ProductQuery,
  search: Interpretation,
  length: number = PAGE_LENGTH,
) {
  const ranked = query.sort === 'popularity';
  const found = ranked ? sql`(table by_name union all table others) found` : sql`others found`;
  return sql<ProductSummary>`${sql.raw(PLAN_EACH_TIME)}
    with ${ranked ? sql`${anchor(query, search)} by_name as materialized (${byName(query, search, length)}),` : sql``}
    others as materialized (${ranked ? others(query, search, length) : inOrder(query, search, length)})
    select id, name, description, price, weight, image, category, in_stock, only_left, rating, review_count
    from ${found}
    order by rank, ${ORDERS[query.sort].by}
    limit ${sql.lit(length)}`.compile(tables);
}

/** How many a search finds; from `COUNTED` on it is not looked any further. */
export function countFound(query: ProductQuery, search: Interpretation) {
  const { where, common } = matching(query, search, 'products');
  return sql<{ count: number }>`${sql.raw(PLAN_EACH_TIME)}
    select ${
      common
        ? sql`count(*)::integer as count from (
            select from products where ${where} order by ${ORDERS[query.sort].by} limit ${sql.lit(COUNTED + 1)}
          ) found`
        : sql`least(count(*), ${sql.lit(COUNTED + 1)})::integer as count from products where ${where}`
    }`.compile(tables);
}

function inOrder(query: ProductQuery, search: Interpretation, length: number) {
  const { where, common } = matching(query, search, 'products');
  return page(query, length, { rank: 1, where, common, after: following(query.sort, query.after) });
}

function byName(query: ProductQuery, search: Interpretation, length: number) {
  const { where, common } = matching(query, search, 'names');
  return page(query, length, { rank: 1, where, common, after: followingRanked(1, query) });
}

function others(query: ProductQuery, search: Interpretation, length: number) {
  const { where, common } = matching(query, search, 'products');
  const more = sql`(select count(*) from by_name) < ${sql.lit(length)}
    and ${where} and not ${allIn('search_name', search.terms)}`;
  return page(query, length, { rank: 2, where: more, common, after: followingRanked(2, query) });
}

type Page = {
  rank: number;
  where: RawBuilder<unknown>;
  common: boolean;
  after: RawBuilder<unknown>;
};

/** `offset 0` keeps the planner from walking along the index of the order after all. */
function page(query: ProductQuery, length: number, { rank, where, common, after }: Page) {
  const source = common
    ? sql`products where ${where} ${after}`
    : sql`(select * from products where ${where} offset 0) products where true ${after}`;
  return sql`
    select ${sql.lit(rank)} as rank, popularity, created_at, id, name, description, price, weight, image, category,
      ${AVAILABILITY}, rating, review_count
    from ${source}
    order by ${ORDERS[query.sort].by}
    limit ${sql.lit(length)}`;
}

const COLUMNS = { names: 'search_name', products: 'search' } as const;

/**
 * What is on sale and has all terms, in its name or anywhere. The rarest term is looked up in the index of words, unless
 * it is common; the others are tried on what it leaves: to intersect them in the index reads all that have 'blue'.
 */
function matching(query: ProductQuery, search: Interpretation, scope: keyof typeof COLUMNS) {
  const [rarest, ...rest] = search.terms.toSorted((a, b) => a.atMost[scope] - b.atMost[scope]);
  if (!rarest) return { where: sql`false`, common: false };
  const column = COLUMNS[scope];
  const common = rarest.atMost[scope] >= COMMON;
  const where = common
    ? allIn(column, search.terms)
    : sql`${sql.ref(column)} @@ ${rarest.query}::tsquery and ${allIn(column, rest)}`;
  return { where: sql`${onSale(query)} and ${where}`, common };
}

/** `coalesce` keeps the planner from the index of words, and has it expect half of the products instead of 2 %. */
function allIn(column: 'search' | 'search_name', terms: SearchTerm[]) {
  if (terms.length === 0) return sql`true`;
  const query = terms.map(({ query }) => query).join(' & ');
  return sql`coalesce(${sql.ref(column)} @@ ${query}::tsquery, false)`;
}

/** The place of the last product of the page before. */
function anchor({ after }: ProductQuery, search: Interpretation) {
  if (after === undefined) return sql``;
  const inName = allIn('search_name', search.terms);
  return sql`anchor as materialized (
      select popularity, id, case when ${inName} then 1 else 2 end as rank from products where id = ${after}
    ),`;
}

/** In the anchor's own group what comes after it, in the group behind it all, in the one before it nothing. */
function followingRanked(rank: number, { after }: ProductQuery) {
  if (after === undefined) return sql``;
  return sql.raw(`and (select rank from anchor) <= ${rank} and (popularity, id) < (
      (select case when rank < ${rank} then 2147483647 else popularity end from anchor),
      (select id from anchor)
    )`);
}
