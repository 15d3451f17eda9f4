import { REPORTS, type Report, type ReportName } from '#contract/admin/reports.ts';
import { formatCell, isNumeric } from './format-cell.ts';
import { keyedRows } from './keyed-rows.ts';

/** The rows of a report that is too wide for a phone, as cards: texts above, numbers below. */
export function ReportCards({ name, report }: { name: ReportName; report: Report }) {
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
