import type { ColumnKind } from '#contract/admin/reports.ts';
import { formatDay } from '#domain/day.ts';
import { formatRupees } from '#domain/money.ts';
import { placeOfPin } from '#domain/pin-codes.ts';

const count = new Intl.NumberFormat('en-IN');
const percent = new Intl.NumberFormat('en-IN', { style: 'percent', minimumFractionDigits: 1 });
const month = new Intl.DateTimeFormat('en-IN', { month: 'long', year: 'numeric', timeZone: 'UTC' });

const METHODS: Record<string, string> = { cod: 'Cash on delivery', razorpay: 'Online' };

/** Whether a column holds numbers. */
export function isNumeric(kind: ColumnKind): boolean {
  return kind === 'count' || kind === 'rupees' || kind === 'hours' || kind === 'rate';
}

/** The text of a cell; '–' for an empty one. */
export function formatCell(value: string | number | null, kind: ColumnKind): string {
  if (value === null) return '–';
  switch (kind) {
    case 'day':
      return formatDay(`${value}T00:00:00+05:30`);
    case 'month':
      return month.format(new Date(`${value}-01`));
    case 'method':
      return METHODS[value] ?? String(value);
    case 'text':
      return String(value);
    case 'pin_area':
      return [value, placeOfPin(String(value)).state].filter(Boolean).join(' ');
    case 'count':
      return count.format(Number(value));
    case 'rupees':
      return formatRupees(Number(value));
    case 'hours':
      return `${count.format(Number(value))} h`;
    case 'rate':
      return percent.format(Number(value));
  }
}
