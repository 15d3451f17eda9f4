import { takeOrderNumbers } from './order-number.ts';
import { codeText } from './text.ts';

/**
 * A tracking number, as the hand-over takes it. A PIN code, a word of an address and a part of a telephone number are
 * none: without a letter it has at least eight characters.
 */
const TRACKING = /^(?=.*\d)(?=.*[A-Z]|.{8})[A-Z\d_-]{4,40}$/;

/** What stands above a column, and between numbers. */
const LABEL = /^(?:tracking|awb|waybill|orders?|numbers?|nos?|ids?|and)$/i;

/**
 * Parses a pasted list of order numbers ('AP-7KQ-M2X') and tracking numbers (in capitals), between any signs, counted or
 * not, with its heading. Returns each number once; null if the text has fewer than two numbers, or anything else.
 */
export function parseNumberList(text: string): string[] | null {
  const { numbers, rest } = takeOrderNumbers(codeText(text));
  const others = rest
    .replace(/(?<!\S)\d{1,3}[.)]/g, ' ')
    .toUpperCase()
    .split(/[^\p{L}\p{M}\p{N}_-]+/u)
    .filter((word) => /[\p{L}\p{N}]/u.test(word) && !LABEL.test(word));
  if (numbers.length + others.length < 2) return null;
  if (!others.every((word) => TRACKING.test(word))) return null;
  return [...new Set([...numbers, ...others])];
}

/** A number as two spellings of it are compared, here and in db/schema/28-orders.sql. */
export function bareNumber(number: string): string {
  return number.replace(/[-_]/g, '');
}
