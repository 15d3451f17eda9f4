import { isOrderNumber, takeOrderNumbers } from '#domain/order-number.ts';

/**
 * The order number of a slip that was scanned into the field of a tracking number; null if none was.
 *
 * @param before what the field had: the scanner may have typed behind it, or in its place.
 */
export function slipIn(text: string, before: string): string | null {
  const added = text.startsWith(before) ? text.slice(before.length) : text;
  const slip = [added, text].find(isOrderNumber);
  return (slip && takeOrderNumbers(slip).numbers[0]) ?? null;
}
