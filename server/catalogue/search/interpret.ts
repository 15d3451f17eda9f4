import { correct } from './correct.ts';
import { wordsOf } from './words.ts';

/** One typed word. */
export type TypedWord = {
  word: string;
  /** Its English stem, as 'flower' of 'flowers'. */
  stem: string | null;
  /** Whether it says nothing by itself, as 'the' and 'for'. */
  stop_word: boolean;
  /** Words of products that it may be a typing error of, the most alike first; none when some product has it. */
  similar: string[];
};

export type Synonym = { term: string; meaning: string };

/** In how many products a word begins so: in their names, and anywhere in their texts. */
export type WordCount = { names: number; products: number };

/** What the database knows of the words of a search. */
export type KnownWords = {
  words: TypedWord[];
  synonyms: Synonym[];
  counts: Record<string, WordCount>;
};

/** One thing that every product found must have. */
export type SearchTerm = {
  /** For PostgreSQL's full-text search, in the text form of a tsquery. */
  query: string;
  /** About so many products have it at the most. */
  atMost: WordCount;
};

export type Interpretation = {
  /** None: nothing can be found. */
  terms: SearchTerm[];
  /** The search with its typing errors corrected, for people to read; null when there were none. */
  corrected: string | null;
};

/** Words that a product must all have, as beginnings of words. */
type Alternative = string[];

type Term = {
  text: string;
  corrected: string | null;
  stem: string | null;
  alternatives: Alternative[];
};

/**
 * What a search means: every term must be found, as the beginning of a word, in another form of it, as a synonym, or
 * else as the nearest word that there is.
 */
export function interpret({ words, synonyms, counts }: KnownWords): Interpretation {
  const telling = words.filter(({ stop_word }) => !stop_word);
  const terms = termsIn(telling.length > 0 ? telling : words, synonyms, counts);
  return {
    terms: terms.map((term) => ({ query: toText(term), atMost: atMost(term, counts) })),
    corrected: terms.some(({ corrected }) => corrected !== null)
      ? terms.map(({ text, corrected }) => corrected ?? text).join(' ')
      : null,
  };
}

/** Two words that are one term in the table of synonyms stay together: 'loose tea', and not any loose thing. */
function termsIn(words: TypedWord[], synonyms: Synonym[], counts: KnownWords['counts']): Term[] {
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

function termOf(words: TypedWord[], synonyms: Synonym[], counts: KnownWords['counts']): Term {
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
      ...synonyms.map(({ meaning }) => wordsOf(meaning)).filter(({ length }) => length > 0),
      ...corrections.map((word) => [word]),
    ],
  };
}

function toText({ alternatives, stem }: Term): string {
  const found = alternatives.map((words) => {
    const all = words.map((word) => `${quoted(word)}:*`).join(' & ');
    return words.length === 1 ? all : `(${all})`;
  });
  return `(${[...found, ...(stem === null ? [] : [quoted(stem)])].join(' | ')})`;
}

/** A word of a product may hold a quote, for instance in an address of a page. */
function quoted(word: string): string {
  return `'${word.replace(/['\\]/g, '$&$&')}'`;
}

function atMost({ alternatives, stem }: Term, counts: KnownWords['counts']): WordCount {
  const sum = (where: keyof WordCount) => {
    const ofWord = (word: string) => counts[word]?.[where] ?? 0;
    return [...alternatives, stem === null ? [] : [stem]]
      .filter(({ length }) => length > 0)
      .reduce((total, words) => total + Math.min(...words.map(ofWord)), 0);
  };
  return { names: sum('names'), products: sum('products') };
}
