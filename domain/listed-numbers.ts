import { takeOrderNumbers } from './order-number.ts';

/**
 * A tracking number among others: long and mostly digits, so that neither a PIN, a word of an address nor a part of a
 * telephone number is taken for one.
 */
const TRACKING = /^(?=(?:[^\d]*\d){5})[A-Z\d_-]{8,40}$/;

/**
 * The order numbers ('AP-7KQ-M2X') and tracking numbers (in capitals) of a pasted list, each once; null if the text is
 * anything but at least two of them with spaces, commas or line ends between.
 */
export function listedNumbers(text: string): string[] | null {
  const { numbers, rest } = takeOrderNumbers(text);
  const others = rest
    .toUpperCase()
    .split(/[\s,;]+/)
    .filter((word) => word !== '');
  if (numbers.length + others.length < 2) return null;
  if (!others.every((word) => TRACKING.test(word))) return null;
  return [...new Set([...numbers, ...others])];
}
