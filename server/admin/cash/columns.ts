import { cellText } from '#domain/csv.ts';
import { MAX_HEADER_ROW } from './parse-csv.ts';

/** Whether a name or a cell fits. */
type Test = (text: string) => boolean;

/** The places of the columns in a row; `reference` may be missing. */
export type Columns = { tracking: number; amount: number; reference: number | null };

/**
 * The names of columns without case, spaces and signs, by what they are made of, the best first. Collected from the lists
 * of Delhivery, Shiprocket, Blue Dart, DTDC, Ekart, XpressBees, India Post and Shadowfax, with common abbreviations and
 * misspellings. Parcels are found by order number too.
 */
const TRACKING_WORDS =
  /^(courier|awb|(air)?waybill|tracking|consignment|cn|c?note|article|docket|lr|nos?|num|number|id|code)+$/;
const TRACKING = [
  (name: string) => TRACKING_WORDS.test(name) && /awb|bill|track|cons|cn|art|dock|lr/.test(name),
  (name: string) =>
    /^(order|sellerorder|merchantorder)(ref(erence)?)?(no|num|number|id)?$/.test(name),
];

const AMOUNT_WORDS =
  /^(cod|cash|ondelivery|net|total|remit(ted|tance)?|settle(d|ment)|collect(ed|able|ible|ion)|payable|payble|paid|received|amount|amt|value)+$/;
const AMOUNT = [
  /remit|settle/,
  /cod|cash/,
  /collect/,
  /pa(id|ya?ble)|net/,
  /amount|amt|value/,
  /total/,
].map(
  (sign, index, { length }) =>
    (name: string) =>
      // The total of a list stands beside the amount of each order: it counts only where nothing else does.
      sign.test(name) && AMOUNT_WORDS.test(name) && (index === length - 1 || !/total/.test(name)),
);

const REFERENCE = [
  /^(neft|rtgs|imps)?utr(no|number|id)?$/,
  /^(neft(no|number)|bankref(erence)?(no|number)?|(bank)?transaction(id|ref|reference)|paymentreference|remittanceid|crfid)$/,
].map((pattern) => (name: string) => pattern.test(name));

/** Not '1', which marks in many lists that an order is to be paid on delivery, or was. */
const isAmount = (cell: string): boolean => (readAmount(cell) ?? 0) > 1;

/** Wider rows hold no names. */
const MAX_COLUMNS = 100;

/**
 * Finds the header row; null if no row has both columns, or one that would have to be guessed. Of several known names,
 * the first with fitting cells below it counts: 'COD' may be a yes or no, and the amount 'Order value'.
 */
export function findColumns(
  rows: readonly string[][],
): { header: number; columns: Columns } | null {
  for (const [header, row] of rows.slice(0, MAX_HEADER_ROW).entries()) {
    const names = row.slice(0, MAX_COLUMNS).map(plainName);
    const find = (tests: readonly Test[], fits: Test) =>
      knownPlace(names, tests, (place) =>
        rows.slice(header + 1).some((cells) => fits(cellText(cells[place] ?? ''))),
      );
    const tracking = find(TRACKING, (cell) => /\d/.test(cell));
    if (tracking === null) continue;
    const amount = find(AMOUNT, isAmount);
    if (amount === null || tracking === amount) continue;
    const reference = find(REFERENCE, (cell) => cell !== '');
    return { header, columns: { tracking, amount, reference } };
  }
  return null;
}

/** The first place, by the order of the tests, that has fitting cells, or else of any; null if its name is twice there. */
function knownPlace(
  names: readonly string[],
  tests: readonly Test[],
  hasFitting: (place: number) => boolean,
): number | null {
  const known = tests.flatMap((fits) => names.flatMap((name, at) => (fits(name) ? [at] : [])));
  const fitting = known.filter(hasFitting);
  const [first, ...others] = fitting.length > 0 ? fitting : known;
  if (first === undefined) return null;
  return others.some((place) => place !== first && names[place] === names[first]) ? null : first;
}

/** 'COD Amount (₹)' → 'codamount'. */
export function plainName(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]/gu, '')
    .replace(/(rs|inr|rupees)$/, '');
}

/**
 * Parses rupees as couriers write them: '₹1,23,456.50', 'Rs. 998/-', '998,00', '+499', '499.00 CR'. Null for others, and
 * for 0 or less.
 */
export function readAmount(written: string): number | null {
  const text = cellText(written)
    .replace(/[\s']/g, '')
    .replace(/^\+?(₹|rs\.?|inr)?\+?/i, '')
    .replace(/(\/[-=]|cr\.?|inr|rs\.?|₹)$/i, '')
    .replace(/\/[-=]$/, '');
  // A comma before the last one or two digits separates paise: the last group of rupees has three digits.
  const dotted = /^[^.]*,\d{1,2}$/.test(text) ? text.replace(/,(\d{1,2})$/, '.$1') : text;
  const [, whole = '', paise = ''] =
    /^(\d+|\d{1,3}(?:,\d{2,3})*,\d{3})(?:\.(\d{1,2})0*)?$/.exec(dotted) ?? [];
  const amount = Number(`${whole.replaceAll(',', '')}.${paise}`);
  return whole !== '' && amount > 0 && amount < 1e8 ? amount : null;
}
