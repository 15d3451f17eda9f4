import type { ListColumns } from '#contract/admin/cash.ts';

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

/** Couriers put titles above the header row. */
export const MAX_HEADER_ROW = 30;

/** Finds the header row, by the names that staff chose for this courier before; null if no row has both columns. */
export function findColumns(
  rows: readonly string[][],
  chosen: ListColumns | null,
): { header: number; columns: Columns } | null {
  for (const [header, row] of rows.slice(0, MAX_HEADER_ROW).entries()) {
    const names = row.map(plainName);
    const own = (name: string | null | undefined) =>
      name ? [(other: string) => other !== '' && other === plainName(name)] : [];
    const tracking = find(names, [...own(chosen?.tracking), ...TRACKING]);
    const amount = find(names, [...own(chosen?.amount), ...AMOUNT]);
    if (tracking === null || amount === null || tracking === amount) continue;
    const reference = find(names, [...own(chosen?.reference), ...REFERENCE]);
    return { header, columns: { tracking, amount, reference } };
  }
  return null;
}

/** 'COD Amount (₹)' → 'codamount'. */
function plainName(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]/gu, '')
    .replace(/(rs|inr|rupees)$/, '');
}

/** The place of the first name that fits the first test that any fits. */
function find(
  names: readonly string[],
  tests: readonly ((name: string) => boolean)[],
): number | null {
  const found = tests.map((fits) => names.findIndex(fits)).find((index) => index >= 0);
  return found ?? null;
}
