/** Crockford's alphabet, without I, L, O and U, as generate_order_number() of the database writes it. */
const CHARACTER = '[0-9A-HJKMNP-TV-Z]';

/** Dashes of all lengths and spaces: people and mail programs write either, or none. */
const BETWEEN = '[-\u2010-\u2015\\s]{0,3}';

/**
 * 'AP-7KQ-M2X', 'AP 7KQ M2X' and 'AP7KQM2X' in capitals, as a regular expression that JavaScript and PostgreSQL read alike.
 * Its two groups are the parts after 'AP'.
 */
export const ORDER_NUMBER = `AP${BETWEEN}(${CHARACTER}{3})${BETWEEN}(${CHARACTER}{3})`;

/** 'order ap 7kq m2x, please' → 'order ap7kqm2x, please': each number in small letters as one word. */
export function joinOrderNumbers(text: string): string {
  return text.replace(EACH, (_, first: string, second: string) =>
    `ap${first}${second}`.toLowerCase(),
  );
}

const EACH = new RegExp(`\\b${ORDER_NUMBER}\\b`, 'gi');

/** Whether a text is nothing but an order's number, however it is spelled: '#AP-7KQ-M2X', 'ap7kqm2x'. */
export function isOrderNumber(text: string): boolean {
  return ALONE.test(text.trim());
}

/**
 * Whether a text is an order's number, or has one as slips print it beside something else: a slip that was scanned into
 * a field that was not empty. Without its dashes it may be part of a courier's number.
 */
export function hasOrderNumber(text: string): boolean {
  return isOrderNumber(text) || PRINTED.test(text);
}

const PRINTED = new RegExp(`AP-${CHARACTER}{3}-${CHARACTER}{3}`, 'i');

const ALONE = new RegExp(`^#?${ORDER_NUMBER}$`, 'i');

/** Takes the order numbers out of a line: 'ap7kqm2x, DL1' → 'AP-7KQ-M2X' and ' , DL1'. */
export function takeOrderNumbers(line: string): { numbers: string[]; rest: string } {
  const numbers: string[] = [];
  const rest = line.replace(WHOLE, (_, first: string, second: string) => {
    numbers.push(`AP-${first}-${second}`.toUpperCase());
    return ' ';
  });
  return { numbers, rest };
}

/** Not within a longer number, as a courier's may be. */
const WHOLE = new RegExp(`(?<![\\w-])#?${ORDER_NUMBER}(?![\\w-])`, 'gi');
