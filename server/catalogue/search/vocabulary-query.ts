import { type RawBuilder, sql } from 'kysely';
import { statement } from '#server/database/tables.ts';
import type { SearchVocabulary } from './parse-search.ts';

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
