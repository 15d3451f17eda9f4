import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { callAdmin } from '#app/admin/call-admin.ts';
import { CsvButton } from '#app/admin/csv-button.tsx';
import { useChangeParams } from '#app/admin/use-change-params.ts';
import { hasErrorCode } from '#app/shell/api/api-error.ts';
import { LoadError } from '#app/shell/api/load-error.tsx';
import { InlineAlert } from '#app/ui/inline-alert.tsx';
import { Link } from '#app/ui/link.js';
import { Spinner } from '#app/ui/spinner.tsx';
import { REPORT_NAMES, REPORTS, type Report, type ReportName } from '#contract/admin/reports.ts';
import { BarChart } from './bar-chart.tsx';
import { BarList } from './bar-list.tsx';
import { fillMissingDays, isDaily } from './fill-missing-days.ts';
import { formatCell, isNumeric } from './format-cell.ts';
import { keyedRows } from './keyed-rows.ts';
import { newestFirst } from './newest-first.ts';
import { RangeForm } from './range-form.tsx';
import { lastDays } from './ranges.ts';
import { ReportTable } from './report-table.tsx';

/** The reports, each as a chart and a table. The report and its days are in the URL. */
export default function ReportsScreen() {
  const [params] = useSearchParams();
  const changeParams = useChangeParams();
  const [defaultRange] = useState(() => lastDays(30, Date.now()));
  const name = REPORT_NAMES.find((each) => each === params.get('report')) ?? 'sales';
  const range = {
    from: params.get('from') ?? defaultRange.from,
    to: params.get('to') ?? defaultRange.to,
  };
  const report = useQuery({
    queryKey: ['admin', 'reports', name, range],
    queryFn: () => callAdmin('GET /admin/reports/{name}', { params: { name }, query: range }),
  });
  const shown =
    report.data && report.data.rows.length > 0
      ? fillMissingDays(name, report.data, range, Date.now())
      : null;
  const wrong = hasErrorCode(report.error, 'invalid_input') && report.error.fields;
  return (
    <section aria-labelledby="reports" className="grid gap-4">
      <title>{`${REPORTS[name].name} | Admin`}</title>
      <h1 id="reports" className="text-2xl">
        Reports
      </h1>
      <nav
        aria-label="Reports"
        className="-mx-(--page-edge) overflow-x-auto px-(--page-edge) lg:mx-0 lg:px-0"
      >
        <ul className="flex gap-1 pb-1 max-lg:w-max lg:flex-wrap">
          {REPORT_NAMES.map((each) => (
            <li key={each} ref={each === name ? scrollIntoList : undefined}>
              <Link
                to={`/admin/reports?${new URLSearchParams({ report: each, ...range })}`}
                aria-current={each === name ? 'page' : undefined}
                className="inline-flex min-h-11 items-center rounded-full px-3.5 font-medium whitespace-nowrap text-body hover:bg-surface-accent aria-[current=page]:bg-primary aria-[current=page]:text-on-primary"
              >
                {REPORTS[each].name}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <RangeForm
        key={`${range.from} ${range.to}`}
        range={range}
        onChange={({ from, to }) =>
          changeParams((latest) => {
            latest.set('from', from);
            latest.set('to', to);
          })
        }
      />
      <p className="text-sm text-muted">{REPORTS[name].description}</p>
      {report.isPending && <Spinner label="Loading..." />}
      {wrong && <InlineAlert>{wrong.from ?? wrong.to}</InlineAlert>}
      {report.isError && !wrong && (
        <LoadError error={report.error} retrying={report.isFetching} onRetry={report.refetch} />
      )}
      {report.data &&
        (shown === null ? (
          <p className="panel text-muted">There is nothing in these days.</p>
        ) : (
          <>
            {isDaily(name) ? (
              <BarChart bars={barsOf(name, shown)} />
            ) : (
              <BarList bars={barsOf(name, newestFirst(name, shown))} />
            )}
            <CsvButton
              load={() =>
                callAdmin('GET /admin/reports/{name}/export', { params: { name }, query: range })
              }
            />
            <ReportTable name={name} report={newestFirst(name, shown)} />
          </>
        ))}
    </section>
  );
}

/** Scrolls to the chosen report, which may be outside the screen of a phone. */
function scrollIntoList(item: HTMLElement | null) {
  item?.scrollIntoView({ block: 'nearest', inline: 'center' });
}

/** The values of the report's chart; a bar's label is the row's texts. */
function barsOf(name: ReportName, { rows }: Report) {
  const { columns, chartColumn } = REPORTS[name];
  const columnIndex = columns.findIndex(({ key }) => key === chartColumn);
  return keyedRows(rows).map(({ key, row }) => ({
    key,
    label: columns
      .flatMap(({ kind }, at) => (isNumeric(kind) ? [] : [formatCell(row[at] ?? null, kind)]))
      .join(', '),
    value: Number(row[columnIndex] ?? 0),
    shown: formatCell(row[columnIndex] ?? null, columns[columnIndex]?.kind ?? 'count'),
  }));
}
