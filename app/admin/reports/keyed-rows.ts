import type { Report } from '#contract/admin/reports.ts';

type Row = Report['rows'][number];

/** The rows of a report with unique keys: two products may have the same name and the same numbers. */
export function keyedRows(rows: readonly Row[]): { key: string; row: Row }[] {
  return rows.map((row, index) => ({ key: `${index} ${row[0]}`, row }));
}
