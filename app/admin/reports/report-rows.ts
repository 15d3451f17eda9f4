import type { ColumnKind } from '#contract/admin/reports.ts';
import { REPORTS, type Report, type ReportName } from '#contract/admin/reports.ts';
import { formatDay } from '#domain/day.ts';
import { formatRupees } from '#domain/money.ts';

/** Whether a report's rows are days. */
export const isDaily = (name: ReportName): boolean => REPORTS[name].columns[0]?.kind === 'day';

/** Whether there is anything in a report. */
export const isEmpty = ({ totals }: Report): boolean => totals.every((sum) => !sum);

/** A report of days with the newest one first, which is what somebody looks for; others as they are. */
export function newestFirst(name: ReportName, { rows, totals }: Report): Report {
  return { rows: isDaily(name) ? rows.toReversed() : rows, totals };
}

type Row = Report['rows'][number];

/** The rows of a report with unique keys: two products may have the same name and the same numbers. */
export function keyedRows(rows: readonly Row[]): { key: string; row: Row }[] {
  return rows.map((row, index) => ({ key: `${index} ${row[0]}`, row }));
}

/** What a row is about: its first cell. The others are numbers. */
export function rowName(name: ReportName, row: Row): string {
  return formatCell(row[0] ?? null, REPORTS[name].columns[0]?.kind ?? 'text');
}

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
