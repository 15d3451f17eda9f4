/** Each common word costs some milliseconds when combined with a rare one, and nobody needs fifty words. */
const MAX_WORDS = 8;
/** The longest terms in `search_synonyms` have two words ('single serve', 'tea bags'). */
const MAX_TERM_WORDS = 2;

/**
 * The distinct words of a text, in lower case and in Unicode's composed form: letters with their marks (Devanagari
 * writes vowels as marks) and digits. So no word contains an operator of PostgreSQL's full-text query language.
 */
export function tokenize(text: string): string[] {
  const words =
    text
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return [...new Set(words.slice(0, MAX_WORDS))];
}

/** The terms to look up as synonyms: each run of one or two words, e.g. 'tea', 'tea bag', 'bag'. */
export function termsOf(words: string[]): string[] {
  return words.flatMap((_, start) =>
    Array.from({ length: MAX_TERM_WORDS }, (_, more) =>
      words.slice(start, start + 1 + more),
    ).flatMap((run, more) => (run.length === more + 1 ? [run.join(' ')] : [])),
  );
}

/** All variants with two neighbouring letters swapped: trigram similarity does not find these for short words. */
export function transpositionsOf(word: string): string[] {
  const letters = [...word];
  return letters.slice(1).map((letter, i) => {
    const before = letters.slice(0, i);
    return [...before, letter, letters[i] ?? '', ...letters.slice(i + 2)].join('');
  });
}
