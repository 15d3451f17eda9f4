import { correct } from './spelling.ts';

/** One typed word. */
type TypedWord = {
  word: string;
  /** Its English stem, e.g. 'flower' for 'flowers'. */
  stem: string | null;
  /** Whether it is too common to search for, like 'the' and 'for'. */
  stop_word: boolean;
  /** Similar words that products have, most similar first; empty when some product has the word itself. */
  similar: string[];
};

type Synonym = { term: string; meaning: string };

/** How many products have a word that starts with this one: in their names, and anywhere in their texts. */
type WordCount = { names: number; products: number };

/** What the database returns about the words of a search. */
export type SearchVocabulary = {
  words: TypedWord[];
  synonyms: Synonym[];
  counts: Record<string, WordCount>;
};

/** A condition that every result must match. */
export type SearchTerm = {
  /** For PostgreSQL's full-text search, in the text form of a tsquery. */
  query: string;
  /** Upper estimate of how many products match. */
  atMost: WordCount;
};

export type ParsedSearch = {
  /** Empty: nothing can match. */
  terms: SearchTerm[];
  /** The search with its typing errors corrected, to show to the shopper; null when there were none. */
  corrected: string | null;
};

type Term = {
  text: string;
  corrected: string | null;
  stem: string | null;
  /** Words that a product must all have, each as a prefix of a word. */
  alternatives: string[][];
};

/**
 * Turns a search into terms that must all match: as a prefix of a word, in another form of it, as a synonym, or else as
 * the most similar word that products have.
 */
export function parseSearch({ words, synonyms, counts }: SearchVocabulary): ParsedSearch {
  const significant = words.filter(({ stop_word }) => !stop_word);
  const terms = termsIn(significant.length > 0 ? significant : words, synonyms, counts);
  return {
    terms: terms.map((term) => ({ query: toTsquery(term), atMost: atMost(term, counts) })),
    corrected: terms.some(({ corrected }) => corrected !== null)
      ? terms.map(({ text, corrected }) => corrected ?? text).join(' ')
      : null,
  };
}

/** Keeps two words together when the synonyms have them as one term: 'loose tea' does not match just 'loose'. */
function termsIn(
  words: TypedWord[],
  synonyms: Synonym[],
  counts: SearchVocabulary['counts'],
): Term[] {
  const meanings = Map.groupBy(synonyms, ({ term }) => term);
  const terms: Term[] = [];
  for (let i = 0; i < words.length; ) {
    const pair = words.slice(i, i + 2);
    const isTerm = pair.length === 2 && meanings.has(textOf(pair));
    const taken = isTerm ? pair : pair.slice(0, 1);
    terms.push(termOf(taken, meanings.get(textOf(taken)) ?? [], counts));
    i += taken.length;
  }
  return terms;
}

function textOf(words: TypedWord[]): string {
  return words.map(({ word }) => word).join(' ');
}

function termOf(words: TypedWord[], synonyms: Synonym[], counts: SearchVocabulary['counts']): Term {
  const [first, ...others] = words;
  const single = first && others.length === 0 ? first : null;
  const known = synonyms.length > 0 || !single || (counts[single.word]?.products ?? 0) > 0;
  const corrections = known ? [] : correct(single.word, single.similar);
  return {
    text: textOf(words),
    corrected: corrections[0] ?? null,
    stem: single?.stem ?? null,
    alternatives: [
      words.map(({ word }) => word),
      ...synonyms.map(({ meaning }) => meaning.split(' ')),
      ...corrections.map((word) => [word]),
    ],
  };
}

function toTsquery({ alternatives, stem }: Term): string {
  const found = alternatives.map((words) => `(${words.map((word) => `'${word}':*`).join(' & ')})`);
  return `(${[...found, ...(stem === null ? [] : [`'=${stem}'`])].join(' | ')})`;
}

/** A stem that begins the word stands for it: what begins with 'flower' is all that begins with 'flowers', and more. */
function atMost({ alternatives, stem }: Term, counts: SearchVocabulary['counts']): WordCount {
  const [typed, ...others] = alternatives;
  const found =
    stem === null
      ? alternatives
      : [[stem], ...(typed?.[0]?.startsWith(stem) ? others : alternatives)];
  const sum = (where: keyof WordCount) =>
    found
      .map((words) => Math.min(...words.map((word) => counts[word]?.[where] ?? 0)))
      .reduce((total, each) => total + each, 0);
  return { names: sum('names'), products: sum('products') };
}
