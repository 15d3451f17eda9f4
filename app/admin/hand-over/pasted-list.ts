import * as z from 'zod/mini';
import { TrackingNumber } from '#contract/admin/order-actions.ts';
import { takeOrderNumbers } from '#domain/order-number.ts';
import { cellText } from '#domain/spreadsheet-cell.ts';
import { codeText } from '#domain/text.ts';

type Parcel = { id: string; order_number: string };

/**
 * The tracking numbers of a pasted list by the order's id, '' for a parcel that has none in it, and the notice to show;
 * null if the list fills every field.
 */
export type Pasted = { numbers: Numbers; notice: { text: string; wrong: boolean } | null };

/**
 * Reads a list that was pasted into the field of a parcel. Lines with an order number belong to that order; numbers
 * alone fill the fields from this one on, one each. An ambiguous list is refused as a whole: a wrong number would be
 * emailed to the customer before anybody noticed.
 *
 * @param parcels in the order of the screen.
 * @returns undefined if the text is no list, but the content of one field.
 */
export function readList(text: string, parcels: readonly Parcel[], id: string): Pasted | undefined {
  const lines = withoutHeading(linesOf(text.trimEnd()));
  if (lines.some((line) => takeOrderNumbers(line).numbers.length > 0)) {
    if (lines.length === 1 && takeOrderNumbers(text).rest.trim() === '') return undefined;
    return byOrder(lines, parcels);
  }
  const rows = lines.map(cellsOf);
  if (rows.length > 1 && rows.some((cells) => cells.length > 1)) {
    return refusal('These lines have several columns and no order number to tell them apart.');
  }
  const positions = rows.flat();
  if (positions.length < 2 && !/[\r\n]/.test(text.trim())) return undefined;
  const from = parcels.slice(parcels.findIndex((parcel) => parcel.id === id));
  const freeCount = Math.max(0, from.length - positions.length);
  return byPosition([...positions, ...emptyAtEnd(text).slice(0, freeCount)], from);
}

const linesOf = (text: string): string[] => text.split(/\r?\n|\r/);

/** The empty cells below the last number: each is a line of its own, after the end of the number's line. */
const emptyAtEnd = (text: string): string[] =>
  linesOf(text.slice(text.trimEnd().length))
    .slice(2)
    .map(() => '');

/** A first line without any digit is the heading of its columns. */
function withoutHeading(lines: string[]): string[] {
  const [first = '', ...others] = lines;
  return others.length > 0 && first.trim() !== '' && !/\d/.test(first) ? others : lines;
}

/** An empty line is one empty cell: the parcel of its place has no number. */
const cellsOf = (line: string): string[] =>
  line
    .replace(/^[\s,;]+|[\s,;]+$/g, '')
    .split(/[\t,;]/)
    .map(cellText);

function byPosition(positions: readonly string[], parcels: readonly Parcel[]): Pasted {
  if (positions.length > parcels.length) {
    return refusal(`There are ${positions.length} lines for ${countOf(parcels.length)}.`);
  }
  const numbers: Numbers = {};
  for (const [position, number] of positions.entries()) {
    const parcel = parcels[position];
    if (parcel) numbers[parcel.id] = number;
  }
  return { numbers, notice: missing(numbers, parcels) };
}

function byOrder(lines: readonly string[], parcels: readonly Parcel[]): Pasted {
  const numbers: Numbers = {};
  const seen = new Set<string>();
  const others: string[] = [];
  for (const line of lines) {
    const { numbers: named, rest } = takeOrderNumbers(line);
    const [order, another] = named;
    const [number, second] = rest
      .split(/[\s,;]+/)
      .map(cellText)
      .filter(isTrackingNumber);
    if (order === undefined) {
      if (number === undefined) continue;
      return refusal(`${number} has no order number.`);
    }
    if (another !== undefined) return refusal(`${order} and ${another} are in one row.`);
    if (second !== undefined) {
      return refusal(`${order} has more than one tracking number.`);
    }
    if (seen.has(order)) return refusal(`The list has ${order} twice.`);
    seen.add(order);
    const parcel = parcels.find(({ order_number }) => order_number === order);
    if (!parcel) others.push(order);
    else numbers[parcel.id] = number ?? '';
  }
  if (others.length > 0) {
    const text = `${filled(numbers, parcels)} Not in this list: ${others.join(', ')}.`;
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
