import { REPORTS, type Report, type ReportName } from '#contract/admin/reports.ts';

/** A report of days or months with the newest one first, which is what somebody looks for; others as they are. */
export function newestFirst(name: ReportName, { rows, totals }: Report): Report {
  const kind = REPORTS[name].columns[0]?.kind;
  return { rows: kind === 'day' || kind === 'month' ? rows.toReversed() : rows, totals };
}
