import { REPORTS, type Report, type ReportName } from '#contract/admin/reports.ts';
import type { CsvCell } from '#domain/csv.ts';
import { toPaise, toRupees } from '#domain/money.ts';

type Row = Record<string, CsvCell>;

/** Converts rows by key to rows of cells, with rates and a row of totals. */
export function reportTable(name: ReportName, rows: readonly Row[]): Report {
  const { columns } = REPORTS[name];
  const cells = (row: Row) =>
    columns.map(({ key, share }) => (share ? rateOf(row, ...share) : (row[key] ?? null)));
  const sum = (key: string) =>
    toRupees(rows.reduce((total, row) => total + toPaise(Number(row[key])), 0));
  const total: Row = Object.fromEntries(
    columns
      .filter(({ kind, overlaps }) => !overlaps && (kind === 'count' || kind === 'rupees'))
      .map(({ key }) => [key, sum(key)]),
  );
  return { rows: rows.map(cells), totals: cells(total) };
}

/** `part` ÷ (`part` + `rest`), to a tenth of a percent. */
function rateOf(row: Row, part: string, rest: string): number | null {
  const all = Number(row[part]) + Number(row[rest]);
  return all > 0 ? Math.round((Number(row[part]) / all) * 1000) / 1000 : null;
}
