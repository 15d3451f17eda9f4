import { cellText } from '#domain/spreadsheet-cell.ts';

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
