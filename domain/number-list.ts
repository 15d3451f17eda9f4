import { takeOrderNumbers } from './order-number.ts';
import { cellText } from './spreadsheet-cell.ts';
import { codeText } from './text.ts';

/**
 * A tracking number: at least five of its 8 to 40 characters are digits, so that a PIN code, a word of an address or a
 * part of a phone number is not taken for one.
 */
const TRACKING = /^(?=(?:[^\d]*\d){5})[A-Z\d_-]{8,40}$/;

/**
 * Parses a pasted list of order numbers ('AP-7KQ-M2X') and tracking numbers (in capitals), separated by spaces, commas
 * or line breaks. Returns each number once; null if the text has fewer than two numbers, or anything else.
 */
export function parseNumberList(text: string): string[] | null {
  const { numbers, rest } = takeOrderNumbers(codeText(text));
  const others = rest
    .toUpperCase()
    .split(/[\s,;]+/)
    .map(cellText)
    .filter((word) => word !== '');
  if (numbers.length + others.length < 2) return null;
  if (!others.every((word) => TRACKING.test(word))) return null;
  return [...new Set([...numbers, ...others])];
}
