import { type ColumnKind, REPORTS, type Report, type ReportName } from '#contract/admin/reports.ts';
import { formatDay } from '#domain/day.ts';
import { formatRupees } from '#domain/money.ts';

/** The first column stays when a wide report is scrolled on a phone. */
const cell = (index: number) =>
  index === 0
    ? 'sticky left-0 min-w-36 bg-surface px-3 py-2 text-left sm:px-4'
    : 'px-3 py-2 text-right whitespace-nowrap tabular-nums sm:px-4';

/** A report as a table with totals. */
export function ReportTable({ name, report }: { name: ReportName; report: Report }) {
  const { columns, name: title } = REPORTS[name];
  return (
    <section
      aria-label={title}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable by keyboard if it is wider than the screen
      tabIndex={0}
      className="overflow-x-auto rounded-lg border border-border bg-surface shadow-soft"
    >
      <table className="w-full">
        <caption className="sr-only">{title}</caption>
        <thead>
          <tr className="border-b border-border text-sm text-muted">
            {columns.map(({ key, name: heading }, index) => (
              <th key={key} scope="col" className={`${cell(index)} font-medium`}>
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {keyedRows(report.rows).map(({ key: rowKey, row }) => (
            <tr key={rowKey} className="border-b border-border">
              {columns.map(({ key, kind }, index) => (
                <td key={key} className={cell(index)}>
                  {formatCell(row[index] ?? null, kind)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="font-semibold text-foreground">
            {columns.map(({ key, kind }, index) => (
              <td key={key} className={cell(index)}>
                {index === 0 ? 'Total' : formatCell(report.totals[index] ?? null, kind)}
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
    </section>
  );
}

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
