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
import { type Bar, BarChart } from './bar-chart.tsx';
import { formatCell } from './format-cell.ts';
import { RangeForm } from './range-form.tsx';
import { lastDays } from './ranges.ts';
import { fillMissingDays, isDaily, keyedRows, newestFirst, rowName } from './report-rows.ts';
import { ReportTable } from './report-table.tsx';

/** More bars than this are no picture; the table below has them all. */
const MAX_BARS = 12;

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

/** The values of the report's chart. */
function barsOf(name: ReportName, { rows }: Report) {
  const { columns, chartColumn } = REPORTS[name];
  const columnIndex = columns.findIndex(({ key }) => key === chartColumn);
  return keyedRows(rows).map(({ key, row }) => ({
    key,
    label: rowName(name, row),
    value: Number(row[columnIndex] ?? 0),
    shown: formatCell(row[columnIndex] ?? null, columns[columnIndex]?.kind ?? 'count'),
  }));
}

/** A bar for each row, with its name and value: for rows that are no points in time. The table is its text alternative. */
function BarList({ bars }: { bars: readonly Bar[] }) {
  const shown = bars.slice(0, MAX_BARS);
  const highest = Math.max(...shown.map(({ value }) => value));
  if (!(highest > 0)) return null;
  return (
    <figure aria-hidden="true" className="panel">
      <ul className="grid gap-2.5">
        {shown.map(({ key, label, value, shown: text }) => (
          <li
            key={key}
            className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1 sm:grid-cols-[minmax(0,14rem)_minmax(0,1fr)_7rem] sm:items-center"
          >
            <span className="truncate text-foreground">{label}</span>
            <span className="text-right text-foreground tabular-nums sm:order-last">{text}</span>
            <span className="col-span-2 h-3 rounded-full bg-surface-accent sm:col-span-1">
              <span
                className="block h-full rounded-full bg-primary"
                style={{ width: `${(Math.max(0, value) / highest) * 100}%` }}
              />
            </span>
          </li>
        ))}
      </ul>
      {bars.length > MAX_BARS && (
        <figcaption className="mt-2 text-sm text-muted">{`The first ${MAX_BARS} of ${bars.length}`}</figcaption>
      )}
    </figure>
  );
}
