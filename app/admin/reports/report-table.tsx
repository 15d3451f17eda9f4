import { REPORTS, type Report, type ReportName } from '#contract/admin/reports.ts';
import { formatCell, keyedRows } from './report-rows.ts';

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
