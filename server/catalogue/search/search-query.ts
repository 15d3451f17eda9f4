import { PLAN_EACH_TIME } from '@aparajita/postgres/prepared-statements';
import { type RawBuilder, sql } from 'kysely';
import {
  MAX_COUNT,
  PAGE_LENGTH,
  type ProductQuery,
  type ProductSummary,
} from '#contract/catalogue.ts';
import { AVAILABILITY, afterCursor, ORDERS, onSale } from '#server/catalogue/product-sql.ts';
import { statement } from '#server/database/tables.ts';
import type { ParsedSearch, SearchTerm, SearchVocabulary } from './parse-search.ts';

/**
 * From this many matches on, scanning the sort order's index until a page is full is cheaper than fetching all matches
 * through the full-text index. In 100,000 products, a scan reads 25 × (100,000 / matches) rows; the full-text index
 * reads as many rows as there are matches.
 */
const COMMON = 3000;

/**
 * Terms with fewer matches than this are intersected in the full-text index; a product must have the others besides. Two
 * words of 5,000 products each: 3 ms instead of 490 for a scan; with one that all 100,000 have, reading the index takes
 * 10 ms, and comparing the matches of the other word 1.
 */
const INTERSECTED = 12_000;

/**
 * The products that match a search, at most `length`. In the default order, matches in the name come first; the query
 * searches the other texts only if those do not fill the page.
 *
 * The planner assumes that any prefix matches 2 % of the products; so it scanned all products for a word that three
 * have (measured: 15 s with 100,000 products). Therefore we choose the plan here, by the counts in `search_words`.
 */
export function searchProducts(
  query: ProductQuery,
  search: ParsedSearch,
  length: number = PAGE_LENGTH,
) {
  const ranked = query.sort === 'popularity';
  const found = ranked ? sql`(table by_name union all table others) found` : sql`matches found`;
  return statement<ProductSummary>`${sql.raw(PLAN_EACH_TIME)}
    with ${
      ranked
        ? sql`${cursor(query, search)} by_name as materialized (${nameMatches(query, search, length)}),
            others as materialized (${otherMatches(query, search, length)})`
        : sql`matches as materialized (${allMatches(query, search, length)})`
    }
    select id, name, description, price, mrp, weight, image, category, in_stock, only_left, rating, review_count
    from ${found}
    order by rank, ${ORDERS[query.sort].by}
    limit ${sql.lit(length)}`;
}

/** Counts the matches of a search; stops at `MAX_COUNT` + 1. */
export function countFound(query: ProductQuery, search: ParsedSearch) {
  const { where, common } = matchCondition(query, search, 'products');
  return statement<{ count: number }>`${sql.raw(PLAN_EACH_TIME)}
    select ${
      common
        ? sql`count(*)::integer as count from (
            select from products where ${where} order by ${ORDERS[query.sort].by} limit ${sql.lit(MAX_COUNT + 1)}
          ) found`
        : sql`least(count(*), ${sql.lit(MAX_COUNT + 1)})::integer as count from products where ${where}`
    }`;
}

function allMatches(query: ProductQuery, search: ParsedSearch, length: number) {
  const { where, common } = matchCondition(query, search, 'products');
  return page(query, length, {
    rank: 1,
    where,
    common,
    after: afterCursor(query.sort, query.after),
  });
}

function nameMatches(query: ProductQuery, search: ParsedSearch, length: number) {
  const { where, common } = matchCondition(query, search, 'names');
  return page(query, length, { rank: 1, where, common, after: afterRankedCursor(1, query) });
}

function otherMatches(query: ProductQuery, search: ParsedSearch, length: number) {
  const { where, common } = matchCondition(query, search, 'products');
  const more = sql`(select count(*) from by_name) < ${sql.lit(length)}
    and ${where} and not ${containsAll('search_name', search.terms)}`;
  return page(query, length, { rank: 2, where: more, common, after: afterRankedCursor(2, query) });
}

type Page = {
  rank: number;
  where: RawBuilder<unknown>;
  common: boolean;
  after: RawBuilder<unknown>;
};

/** `offset 0` prevents the planner from scanning the sort order's index. */
function page(query: ProductQuery, length: number, { rank, where, common, after }: Page) {
  const source = common
    ? sql`products where ${where} ${after}`
    : sql`(select * from products where ${where} offset 0) products where true ${after}`;
  return sql`
    select ${sql.lit(rank)} as rank, popularity, created_at, id, name, description, price, mrp, weight, image, category,
      ${AVAILABILITY}, rating, review_count
    from ${source}
    order by ${ORDERS[query.sort].by}
    limit ${sql.lit(length)}`;
}

const COLUMNS = { names: 'search_name', products: 'search' } as const;

/**
 * Products on sale that match all terms, in their name or anywhere: through the full-text index by those that are not
 * very common, unless that leaves one word of many products.
 */
function matchCondition(query: ProductQuery, search: ParsedSearch, scope: keyof typeof COLUMNS) {
  if (search.terms.length === 0) return { where: sql`false`, common: false };
  const column = COLUMNS[scope];
  const count = ({ atMost }: SearchTerm) => atMost[scope];
  const rare = search.terms.filter((term) => count(term) < INTERSECTED);
  const common = rare.every((term) => rare.length === 1 && count(term) >= COMMON);
  const where = common
    ? containsAll(column, search.terms)
    : sql`${sql.ref(column)} @@ ${allOf(rare)}::tsquery
        and ${containsAll(
          column,
          search.terms.filter((term) => !rare.includes(term)),
        )}`;
  return { where: sql`${onSale(query)} and ${where}`, common };
}

const allOf = (terms: SearchTerm[]) => terms.map(({ query }) => query).join(' & ');

/** `coalesce` stops the planner from using the full-text index, and makes it expect half of the products, not 2 %. */
function containsAll(column: 'search' | 'search_name', terms: SearchTerm[]) {
  if (terms.length === 0) return sql`true`;
  return sql`coalesce(${sql.ref(column)} @@ ${allOf(terms)}::tsquery, false)`;
}

/** The position of the previous page's last product. */
function cursor({ after }: ProductQuery, search: ParsedSearch) {
  if (after === undefined) return sql``;
  const inName = containsAll('search_name', search.terms);
  return sql`cursor as materialized (
      select popularity, id, case when ${inName} then 1 else 2 end as rank from products where id = ${after}
    ),`;
}

/** In the cursor's rank the products after it, in the next rank all, in the previous rank none. */
function afterRankedCursor(rank: number, { after }: ProductQuery) {
  if (after === undefined) return sql``;
  return sql.raw(`and (select rank from cursor) <= ${rank} and (popularity, id) < (
      (select case when rank < ${rank} then 2147483647 else popularity end from cursor),
      (select id from cursor)
    )`);
}

/** Unicode's last code point: everything with a prefix sorts between the prefix and the prefix followed by this. */
const LAST_LETTER = String.fromCodePoint(0x10ffff);

/**
 * The words of a search, looked up in the products' vocabulary and in the synonyms: also two as one word, and one as two.
 * Trigram similarity does not find swapped neighbours in short words, so these are looked up, too.
 */
export function readVocabulary(search: string) {
  return statement<SearchVocabulary>`
    with typed as materialized (
      select word, place, lead(word) over (order by place) as next, ts_lexize('english_stem', word) as stems,
        exists (select from search_words vocabulary where ${startsWith(sql`words.word`)} and products > 0) as known
      from unnest(words_in(${search.replaceAll('\0', ' ')}, true)) with ordinality words (word, place)
    ), synonyms as materialized (
      select distinct array_to_string(words, ' ') as term, array_to_string(meaning_words, ' ') as meaning
      from typed, lateral (
        select words, meaning_words from search_synonyms where words in (array[word], array[word, next]) offset 0
      ) meanings
      union
      select word || ' ' || next, word || next from typed
      where exists (select from search_words vocabulary where ${startsWith(sql`(typed.word || next)`)} and products > 0)
      union
      select word, first || ' ' || second
      from typed, generate_series(3, least(length(word), 40) - 3) n, left(word, n) first, substr(word, n + 1) second
      where not known and 2 = (select count(*) from search_words vocabulary where vocabulary.word in (first, second) and products > 0)
    ), corrections as materialized (
      select word, array(
          select vocabulary.word from search_words vocabulary
          where products > 0 and vocabulary.word = any(array(
            select overlay(typed.word placing reverse(substr(typed.word, n, 2)) from n for 2)
            from generate_series(1, length(typed.word) - 1) n))
        ) || array(select similar_words(word)) as candidates
      from typed where not known and word not in (select term from synonyms)
    ), prefixes as (
      select word from typed
      union select stems[1] from typed where stems <> '{}'
      union select string_to_table(meaning, ' ') from synonyms
      union select unnest(candidates) from corrections
    )
    select
      (select coalesce(jsonb_agg(jsonb_build_object('word', word, 'stem', stems[1], 'stop_word', stems = '{}',
         'similar', coalesce((select candidates from corrections c where c.word = typed.word), '{}')) order by place), '[]')
       from typed) as words,
      (select coalesce(jsonb_agg(synonyms), '[]') from synonyms) as synonyms,
      (select coalesce(jsonb_object_agg(word, counts), '{}') from prefixes, lateral (
         select coalesce(sum(names), 0)::integer as names, coalesce(sum(products), 0)::integer as products
         from search_words vocabulary where ${startsWith(sql`prefixes.word`)}) counts) as counts`;
}

function startsWith(word: RawBuilder<unknown>) {
  return sql`vocabulary.word >= ${word} collate "C" and vocabulary.word < (${word} || ${LAST_LETTER}) collate "C"`;
}
