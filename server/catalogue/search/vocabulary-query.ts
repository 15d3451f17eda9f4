import { type RawBuilder, sql } from 'kysely';
import { statement } from '#server/database/tables.ts';
import type { SearchVocabulary } from './parse-search.ts';
import { termsOf, transpositionsOf } from './words.ts';

/** Unicode's last code point: everything with a prefix sorts between the prefix and the prefix followed by this. */
const LAST_LETTER = String.fromCodePoint(0x10ffff);

/** Looks up the words of a search in the products' vocabulary and in the synonyms. */
export function readVocabulary(words: string[]) {
  const typed = words.map((word) => ({ word, swapped: transpositionsOf(word) }));
  return statement<SearchVocabulary>`
    with typed as materialized (
      select typed.*, ts_lexize('english_stem', word) as stems,
        exists (select from search_words vocabulary where ${startsWith(sql`typed.word`)} and products > 0) as known
      from jsonb_to_recordset(${JSON.stringify(typed)}::jsonb) typed (word text, swapped text[])
    ), synonyms as materialized (
      select term, meaning from search_synonyms where term = any(${termsOf(words)})
    ), corrections as materialized (
      select word, array(select vocabulary.word from search_words vocabulary where vocabulary.word = any(swapped) and products > 0)
        || array(select similar_words(word)) as candidates
      from typed where not known and word not in (select term from synonyms)
    ), prefixes as (
      select word from typed
      union select stems[1] from typed where stems <> '{}'
      union select string_to_table(meaning, ' ') from synonyms
      union select unnest(candidates) from corrections
    )
    select
      (select jsonb_agg(jsonb_build_object('word', word, 'stem', nullif(stems[1], word), 'stop_word', stems = '{}',
         'similar', coalesce((select candidates from corrections c where c.word = typed.word), '{}'))) from typed) as words,
      (select coalesce(jsonb_agg(synonyms), '[]') from synonyms) as synonyms,
      (select jsonb_object_agg(word, counts) from prefixes, lateral (
         select coalesce(sum(names), 0)::integer as names, coalesce(sum(products), 0)::integer as products
         from search_words vocabulary where ${startsWith(sql`prefixes.word`)}) counts) as counts`;
}

function startsWith(word: RawBuilder<unknown>) {
  return sql`vocabulary.word >= ${word} collate "C" and vocabulary.word < (${word} || ${LAST_LETTER}) collate "C"`;
}
