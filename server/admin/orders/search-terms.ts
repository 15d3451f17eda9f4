import { parseNumberList } from '#domain/number-list.ts';
import { joinOrderNumbers } from '#domain/order-number.ts';

/** The parts of a search; null if the typed text has no such part. */
export type SearchTerms = {
  /** A tsquery over order_search(): every word must begin a lexeme. */
  words: string | null;
  /** A LIKE pattern for tracking numbers. */
  tracking: string | null;
  /** A tsquery over the names of products. */
  products: string | null;
  /** Order and tracking numbers, instead of all others. */
  numbers: string[] | null;
};

/** Further words are ignored, because they narrow nothing down. */
const MAX_WORDS = 6;

/**
 * Parses a search: an order number with or without #, dashes, spaces and 'AP', a telephone number in any grouping, a PIN,
 * an email, words of a name, a city or a product, a tracking number; or a list of order and tracking numbers.
 */
export function searchTerms(typed: string): SearchTerms {
  const numbers = parseNumberList(typed);
  if (numbers) return { words: null, tracking: null, products: null, numbers };
  const text = typed.trim().toLowerCase().replaceAll('#', '');
  const digits = text.replace(/\D/g, '');
  // One number: a telephone number of ten digits, with or without country code and spaces, or a PIN.
  const isNumber = /^[+\d\s().-]+$/.test(text) && digits.length >= 4;
  const words = isNumber
    ? [digits.slice(-10)]
    : splitWords(joinOrderNumbers(joinIncompleteOrderNumber(text)));
  if (words.length === 0) return { words: null, tracking: null, products: null, numbers };
  const compact = text.replace(/\s/g, '').toUpperCase();
  return {
    words: prefixQuery(words),
    tracking: /^[\w-]{4,40}$/.test(compact) ? `${compact.replaceAll('_', '\\_')}%` : null,
    products: isNumber || text.length < 3 ? null : prefixQuery(words),
    numbers,
  };
}

/** 'ap 7kq m' → 'ap7kqm': an incomplete order number. Names are left alone, because they have no digits. */
function joinIncompleteOrderNumber(text: string): string {
  return /^ap[\s-]+(?=\D*\d)[0-9a-z]{1,3}(?:[\s-]+[0-9a-z]{1,3})?$/.test(text)
    ? text.replace(/[\s-]/g, '')
    : text;
}

function splitWords(text: string): string[] {
  return text
    .split(/[\s,;()/]+/)
    .flatMap((word) => (word.includes('@') ? [word] : partsOf(word)))
    .filter((word) => word !== '')
    .slice(0, MAX_WORDS);
}

/** Order numbers are indexed without dashes; in names and cities, dots and dashes separate words. */
function partsOf(word: string): string[] {
  const isNumber = /\d/.test(word) || /^(ap-)?[a-z]{3}-[a-z]{3}$/.test(word);
  return isNumber ? [word.replace(/[.-]/g, '')] : word.split(/[.-]+/);
}

/** A tsquery in which each word is a quoted prefix, so that no typed character is an operator. */
function prefixQuery(words: string[]): string {
  return words
    .map((word) => `'${word.replaceAll('\\', '\\\\').replaceAll("'", "''")}':*`)
    .join(' & ');
}
