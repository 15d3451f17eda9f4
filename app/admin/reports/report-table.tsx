import { REPORTS, type Report, type ReportName } from '#contract/admin/reports.ts';
import { formatCell, keyedRows, rowName } from './report-rows.ts';

/** A report with more columns is too wide for a phone. */
const MAX_COLUMNS = 3;

/** A report as a table with totals; on a phone, wide reports are cards. */
export function ReportTable({ name, report }: { name: ReportName; report: Report }) {
  const { columns, name: title } = REPORTS[name];
  const wide = columns.length > MAX_COLUMNS;
  const cell = (index: number) =>
    index === 0
      ? 'px-3 py-2 text-left sm:px-4'
      : 'px-3 py-2 text-right whitespace-nowrap tabular-nums sm:px-4';
  return (
    <>
      {wide && <ReportCards name={name} report={report} />}
      <section
        aria-label={title}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable by keyboard if it is wider than the screen
        tabIndex={0}
        className={`overflow-x-auto rounded-lg border border-border bg-surface shadow-soft ${wide ? 'max-sm:hidden' : ''}`}
      >
        <table className="w-full">
          <caption className="sr-only">{title}</caption>
          <thead>
            <tr className="border-b border-border text-sm text-muted">
              {columns.map(({ key, name: heading }, index) => (
                <th
                  key={key}
                  scope="col"
                  className={`${cell(index)} font-medium whitespace-nowrap`}
                >
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
    </>
  );
}

/** The rows of a report that is too wide for a phone, as cards: texts above, numbers below. */
function ReportCards({ name, report }: { name: ReportName; report: Report }) {
  return (
    <ul className="divide-y divide-border rounded-lg border border-border bg-surface shadow-soft sm:hidden">
      {keyedRows(report.rows).map(({ key, row }) => (
        <Card key={key} name={name} row={row} title={rowName(name, row)} />
      ))}
      <Card name={name} row={report.totals} title="Total" />
    </ul>
  );
}

type CardProps = { name: ReportName; row: Report['rows'][number]; title: string };

function Card({ name, row, title }: CardProps) {
  return (
    <li className="grid gap-1 px-4 py-3">
      <p className="font-medium text-foreground">{title}</p>
      <dl className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
        {REPORTS[name].columns.slice(1).map(({ key, name: heading, kind }, index) => (
          <div key={key} className="flex gap-1.5">
            <dt className="text-muted">{heading}</dt>
            <dd className="text-foreground tabular-nums">
              {formatCell(row[index + 1] ?? null, kind)}
            </dd>
          </div>
        ))}
      </dl>
    </li>
  );
}
