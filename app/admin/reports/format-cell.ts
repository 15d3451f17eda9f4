import type { ColumnKind } from '#contract/admin/reports.ts';
import { formatDay } from '#domain/day.ts';
import { formatRupees } from '#domain/money.ts';

const count = new Intl.NumberFormat('en-IN');
const percent = new Intl.NumberFormat('en-IN', { style: 'percent', minimumFractionDigits: 1 });

const METHODS: Record<string, string> = { cod: 'Cash on delivery', razorpay: 'Online' };

/** The text of a cell; '–' for an empty one. */
export function formatCell(value: string | number | null, kind: ColumnKind): string {
  if (value === null) return '–';
  switch (kind) {
    case 'day':
      return formatDay(`${value}T00:00:00+05:30`);
    case 'method':
      return METHODS[value] ?? String(value);
    case 'text':
      return String(value);
    case 'count':
      return count.format(Number(value));
    case 'rupees':
      return formatRupees(Number(value));
    case 'rate':
      return percent.format(Number(value));
  }
}
