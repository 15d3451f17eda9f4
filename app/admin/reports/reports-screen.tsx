import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { callAdmin, read } from '#app/admin/api.ts';
import { CsvButton } from '#app/admin/buttons.tsx';
import { useChangeParams } from '#app/admin/filters.tsx';
import { LinkTabs } from '#app/admin/list.tsx';
import { Loaded, Screen } from '#app/admin/screen.tsx';
import { hasErrorCode } from '#app/shell/api/api-error.ts';
import { serverNow } from '#app/shell/api/server-clock.ts';
import { InlineAlert } from '#app/ui/inline-alert.tsx';
import {
  REPORT_NAMES,
  REPORTS,
  type Report,
  type ReportName,
  type ReportRange,
} from '#contract/admin/reports.ts';
import { BarChart, BarList } from './bar-chart.tsx';
import { lastDays, RangeForm } from './range-form.tsx';
import {
  formatCell,
  isDaily,
  isEmpty,
  keyedRows,
  newestFirst,
  ReportTable,
  rowName,
} from './report-table.tsx';

/** The reports, each as a chart and a table. The report and its days are in the URL. */
export default function ReportsScreen() {
  const [params] = useSearchParams();
  const changeParams = useChangeParams();
  const [defaultRange] = useState(() => lastDays(30, serverNow()));
  const name = REPORT_NAMES.find((each) => each === params.get('report')) ?? 'sales';
  const range = {
    from: params.get('from') ?? defaultRange.from,
    to: params.get('to') ?? defaultRange.to,
  };
  const report = useQuery(read('GET /admin/reports/{name}', { params: { name }, query: range }));
  const wrong = hasErrorCode(report.error, 'invalid_input') && report.error.fields;
  return (
    <Screen heading="Reports" title={REPORTS[name].name}>
      <LinkTabs
        label="Reports"
        tabs={REPORT_NAMES.map((each) => ({
          to: `/admin/reports?${new URLSearchParams({ report: each, ...range })}`,
          name: REPORTS[each].name,
          current: each === name,
        }))}
      />
      <RangeForm
        range={range}
        onChange={({ from, to }) =>
          changeParams((latest) => {
            latest.set('from', from);
            latest.set('to', to);
          })
        }
      />
      <p className="text-sm text-muted">{REPORTS[name].description}</p>
      {wrong ? (
        <InlineAlert>{wrong.from ?? wrong.to}</InlineAlert>
      ) : (
        <Loaded query={report}>
          {(data) =>
            isEmpty(data) ? (
              <p className="panel text-muted">There is nothing in these days.</p>
            ) : (
              <ReportParts name={name} range={range} report={data} />
            )
          }
        </Loaded>
      )}
    </Screen>
  );
}

type ReportPartsProps = { name: ReportName; range: ReportRange; report: Report };

function ReportParts({ name, range, report }: ReportPartsProps) {
  const newest = newestFirst(name, report);
  const query = { params: { name }, query: range };
  return (
    <>
      {isDaily(name) ? (
        <BarChart bars={barsOf(name, report)} />
      ) : (
        <BarList bars={barsOf(name, newest)} />
      )}
      <CsvButton load={() => callAdmin('GET /admin/reports/{name}/export', query)} />
      <ReportTable name={name} report={newest} />
    </>
  );
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
