import { type ColumnKind, REPORTS, type Report, type ReportName } from '#contract/admin/reports.ts';
import { formatCell, isNumeric } from './format-cell.ts';
import { keyedRows } from './keyed-rows.ts';

/** A report with more columns is too wide for a phone. */
const MAX_COLUMNS = 3;

/** A report as a table with totals; on a phone, wide reports are cards. */
export function ReportTable({ name, report }: { name: ReportName; report: Report }) {
  const { columns, name: title } = REPORTS[name];
  const wide = columns.length > MAX_COLUMNS;
  const cell = (kind: ColumnKind) =>
    isNumeric(kind)
      ? 'px-3 py-2 text-right whitespace-nowrap tabular-nums sm:px-4'
      : `px-3 py-2 text-left sm:px-4 ${kind === 'text' || kind === 'pin_area' ? '' : 'whitespace-nowrap'}`;
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
              {columns.map(({ key, name: heading, kind }) => (
                <th key={key} scope="col" className={`${cell(kind)} font-medium whitespace-nowrap`}>
                  {heading}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {keyedRows(report.rows).map(({ key: rowKey, row }) => (
              <tr key={rowKey} className="border-b border-border">
                {columns.map(({ key, kind }, index) => (
                  <td key={key} className={cell(kind)}>
                    {formatCell(row[index] ?? null, kind)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr className="font-semibold text-foreground">
              {columns.map(({ key, kind }, index) => (
                <td key={key} className={cell(kind)}>
                  {index === 0
                    ? 'Total'
                    : isNumeric(kind) && formatCell(report.totals[index] ?? null, kind)}
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
        <Card key={key} name={name} row={row} title={titleOf(name, row)} />
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
        {REPORTS[name].columns.map(({ key, name: heading, kind }, index) =>
          isNumeric(kind) ? (
            <div key={key} className="flex gap-1.5">
              <dt className="text-muted">{heading}</dt>
              <dd className="text-foreground tabular-nums">
                {formatCell(row[index] ?? null, kind)}
              </dd>
            </div>
          ) : null,
        )}
      </dl>
    </li>
  );
}

/** 'November 2026, Cash on delivery' */
function titleOf(name: ReportName, row: Report['rows'][number]): string {
  return REPORTS[name].columns
    .flatMap(({ kind }, index) => (isNumeric(kind) ? [] : [formatCell(row[index] ?? null, kind)]))
    .join(', ');
}
