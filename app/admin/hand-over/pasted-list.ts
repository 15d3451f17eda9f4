import * as z from 'zod/mini';
import { TrackingNumber } from '#contract/admin/order-actions.ts';
import { cellText } from '#domain/csv.ts';
import { takeOrderNumbers } from '#domain/order-number.ts';
import { codeText } from '#domain/text.ts';

type Parcel = { id: string; order_number: string };

/**
 * The tracking numbers of a pasted list by the order's id, '' for a parcel that has none in it, and the notice to show;
 * null if the list fills every field.
 */
export type Pasted = { numbers: Numbers; notice: { text: string; wrong: boolean } | null };

/**
 * Reads a list that was pasted into the field of a parcel. Lines with an order number belong to that order; numbers
 * alone fill the fields from this one on, one a line. An ambiguous list is refused as a whole: a wrong number would be
 * emailed to the customer before anybody noticed.
 *
 * @param parcels in the order of the screen.
 * @returns undefined if the text is no list, but the content of one field.
 */
export function readList(text: string, parcels: readonly Parcel[], id: string): Pasted | undefined {
  const lines = text
    .trimEnd()
    .split(/\r?\n|\r/)
    .map((line) => line.replace(/^[\s,;]+|[\s,;]+$/g, ''));
  if (lines.length === 1 && takeOrderNumbers(text).rest.trim() === '') return undefined;
  if (lines.some((line) => takeOrderNumbers(line).numbers.length > 0))
    return byOrder(lines, parcels);
  if (lines.length === 1) return undefined;
  if (lines.some((line) => /[\t,;]/.test(line)))
    return refusal('These lines have several columns and no order number to tell them apart.');
  // A first line of words is a heading; an empty line is a parcel without a number.
  const cells = (/^\D+$/.test(lines[0] ?? '') ? lines.slice(1) : lines).map(cellText);
  const from = parcels.slice(parcels.findIndex((parcel) => parcel.id === id));
  if (cells.length > from.length)
    return refusal(`There are ${cells.length} lines for ${countOf(from.length)}.`);
  const numbers = Object.fromEntries(
    from.flatMap((parcel, n) => {
      const cell = cells[n];
      return cell === undefined ? [] : [[parcel.id, cell]];
    }),
  );
  return { numbers, notice: missing(numbers, from) };
}

function byOrder(lines: readonly string[], parcels: readonly Parcel[]): Pasted {
  const seen = new Map<string, string>();
  for (const line of lines) {
    const { numbers: orders, rest } = takeOrderNumbers(line);
    const [order] = orders;
    const codes = rest
      .split(/[\s,;]+/)
      .map(cellText)
      .filter(isTrackingNumber);
    if (orders.length + codes.length === 0) continue;
    if (order === undefined || orders.length > 1 || codes.length > 1 || seen.has(order))
      return refusal(`“${line}” is not one more order number with one tracking number.`);
    seen.set(order, codes[0] ?? '');
  }
  const numbers: Numbers = {};
  for (const { id, order_number } of parcels) {
    const number = seen.get(order_number);
    if (number !== undefined) numbers[id] = number;
    seen.delete(order_number);
  }
  if (seen.size > 0) {
    const text = `${filled(numbers, parcels)} Not in this list: ${[...seen.keys()].join(', ')}.`;
    return { numbers, notice: { text, wrong: true } };
  }
  if (count(numbers) === 0) return refusal('The list has no tracking number.');
  return { numbers, notice: missing(numbers, parcels) };
}

/** Names of couriers and cities have no digit. */
const isTrackingNumber = (word: string): boolean =>
  /\d/.test(word) && z.safeParse(TrackingNumber, word).success;

const missing = (numbers: Numbers, parcels: readonly Parcel[]): Pasted['notice'] =>
  count(numbers) === parcels.length ? null : { text: filled(numbers, parcels), wrong: false };

const filled = (numbers: Numbers, parcels: readonly Parcel[]): string =>
  `${count(numbers)} of ${countOf(parcels.length)} filled in.`;

const count = (numbers: Numbers): number =>
  Object.values(numbers).filter((number) => number !== '').length;

const countOf = (parcels: number): string => `${parcels} ${parcels === 1 ? 'parcel' : 'parcels'}`;

const refusal = (why: string): Pasted => ({
  numbers: {},
  notice: {
    text: `${why} Nothing was filled in. Paste the tracking numbers alone, or each beside its order number.`,
    wrong: true,
  },
});

/** The typed numbers by the order's id. */
export type Numbers = Record<string, string>;

/** The error of an order's number; null if it is valid or still empty. */
export function problemOf(numbers: Numbers, id: string): string | null {
  const own = normal(numbers[id]);
  if (own === '') return null;
  const { error } = z.safeParse(TrackingNumber, own);
  if (error) return error.issues[0]?.message ?? null;
  const twice = Object.entries(numbers).some(
    ([other, text]) => other !== id && normal(text) === own,
  );
  return twice ? 'Twice in this list' : null;
}

const normal = (text: string | undefined): string => codeText(text ?? '').toUpperCase();
