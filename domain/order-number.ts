import { codeText } from './text.ts';

/** Crockford's alphabet, without I, L, O and U, as generate_order_number() of the database writes it. */
const CHARACTER = '[0-9A-HJKMNP-TV-Z]';

/** What may stand between the parts: dashes of any kind and spaces, or nothing, as people and mail programs write. */
const SEPARATOR = '[-\u2010-\u2015\u2212\\s]{0,3}';

/**
 * The source of a regular expression for 'AP-7KQ-M2X', 'AP 7KQ M2X' and 'AP7KQM2X', which works in JavaScript and in
 * PostgreSQL. Its two groups are the parts after 'AP'.
 */
export const ORDER_NUMBER = `AP${SEPARATOR}(${CHARACTER}{3})${SEPARATOR}(${CHARACTER}{3})`;

/** Whether a text is an order number and nothing else, in any spelling: '#AP-7KQ-M2X', 'ap7kqm2x'. */
export function isOrderNumber(text: string): boolean {
  return ONLY_ORDER_NUMBER.test(codeText(text));
}

/**
 * Whether a text is an order number, or contains one as slips print it: a slip may be scanned into a field that already
 * has text. Without dashes an order number may be a part of a courier's number.
 */
export function hasOrderNumber(text: string): boolean {
  return isOrderNumber(text) || AS_PRINTED.test(text);
}

const AS_PRINTED = new RegExp(`AP-${CHARACTER}{3}-${CHARACTER}{3}`, 'i');

const ONLY_ORDER_NUMBER = new RegExp(`^#?${ORDER_NUMBER}$`, 'i');

/** Takes the order numbers out of a line: 'ap7kqm2x, DL1' → 'AP-7KQ-M2X' and ' , DL1'. */
export function takeOrderNumbers(line: string): { numbers: string[]; rest: string } {
  const numbers: string[] = [];
  const rest = line.replace(STANDALONE, (_, first: string, second: string) => {
    numbers.push(`AP-${first}-${second}`.toUpperCase());
    return ' ';
  });
  return { numbers, rest };
}

/** An order number that is not part of a longer number, such as a courier's. */
const STANDALONE = new RegExp(`(?<![\\w-])#?${ORDER_NUMBER}(?![\\w-])`, 'gi');
