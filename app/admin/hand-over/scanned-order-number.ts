import { isOrderNumber, takeOrderNumbers } from '#domain/order-number.ts';

/**
 * The order number of a slip that was scanned into the field of a tracking number; null if none was.
 *
 * @param before the text of the field before the scan; the scanner may have appended to it or replaced it.
 */
export function scannedOrderNumber(text: string, before: string): string | null {
  const added = text.startsWith(before) ? text.slice(before.length) : text;
  const slip = [added, text].find(isOrderNumber);
  return (slip && takeOrderNumbers(slip).numbers[0]) ?? null;
}
