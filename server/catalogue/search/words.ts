/** A word that all products have costs some milliseconds where another is rare; nobody needs fifty of them. */
const MAX_WORDS = 8;
/** No term of `search_synonyms` is of more words ('single serve', 'tea bags'). */
const MAX_TERM_WORDS = 2;

/**
 * The words of a text, in lower case and in Unicode's composed form: letters with their marks (Devanagari writes vowels
 * as marks) and digits; each once. Nothing in a word has a meaning in the query language of PostgreSQL's full-text search.
 */
export function wordsOf(text: string): string[] {
  const words =
    text
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return [...new Set(words.slice(0, MAX_WORDS))];
}

/** What may stand in the table of synonyms: each run of one or two words, as 'tea', 'tea bag', 'bag'. */
export function termsOf(words: string[]): string[] {
  return words.flatMap((_, start) =>
    Array.from({ length: MAX_TERM_WORDS }, (_, more) =>
      words.slice(start, start + 1 + more),
    ).flatMap((run, more) => (run.length === more + 1 ? [run.join(' ')] : [])),
  );
}

/** The word with two neighbouring letters exchanged, in each place: trigrams of short words do not find these. */
export function transpositionsOf(word: string): string[] {
  const letters = [...word];
  return letters.slice(1).map((letter, i) => {
    const before = letters.slice(0, i);
    return [...before, letter, letters[i] ?? '', ...letters.slice(i + 2)].join('');
  });
}
