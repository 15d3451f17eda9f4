import {
  REPORTS,
  type Report,
  type ReportName,
  type ReportRange,
  type reportEndpoints,
} from '#contract/admin/reports.ts';
import { type CsvCell, toCsv } from '#domain/csv.ts';
import { toPaise, toRupees } from '#domain/money.ts';
import { writeAudit } from '#server/admin/audit/write-audit.ts';
import type { StaffAccess } from '#server/database/staff-database.ts';
import type { Handlers } from '#server/http/serve-endpoints.ts';
import { reportRows } from './queries.ts';
import type { RunExclusive } from './report-mutex.ts';

export function reportHandlers(runExclusive: RunExclusive): Handlers<typeof reportEndpoints> {
  async function read(staff: StaffAccess, name: ReportName, range: ReportRange): Promise<Report> {
    await staff.check(); // only roles with reports may enter the queue
    return reportTable(name, await runExclusive(() => staff.rows(reportRows(name, range))));
  }

  return {
    'GET /admin/reports/{name}': ({ staff, params: { name }, query }) => read(staff, name, query),
    // Read before the log's transaction: lists and packing wait for a transaction's connection.
    'GET /admin/reports/{name}/export': async ({ staff, params: { name }, query }) => {
      const { rows, totals } = await read(staff, name, query);
      await staff.transact((tx) =>
        writeAudit(tx, 'export_report', ['report', name], { after: query }),
      );
      const [, ...sums] = totals;
      return {
        filename: `${name}-${query.from}-to-${query.to}.csv`,
        csv: toCsv([
          REPORTS[name].columns.map((column) => column.name),
          ...rows,
          ['Total', ...sums],
        ]),
      };
    },
  };
}

type Row = Record<string, CsvCell>;

/** Converts rows by key to rows of cells, with rates and a row of totals. */
function reportTable(name: ReportName, rows: readonly Row[]): Report {
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
