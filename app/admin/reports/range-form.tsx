import { CompactButton } from '#app/admin/buttons.tsx';
import { DayField } from '#app/admin/filters.tsx';
import { serverNow } from '#app/shell/api/server-clock.ts';
import type { ReportRange } from '#contract/admin/reports.ts';
import { DAY_MS, dayInIndia } from '#domain/day.ts';

type RangeFormProps = { range: ReportRange; onChange: (range: ReportRange) => void };

/** The date range of a report: a preset, or any first and last day. */
export function RangeForm({ range, onChange }: RangeFormProps) {
  return (
    <search className="flex flex-wrap items-end gap-x-3 gap-y-2">
      <div className="flex flex-wrap gap-1 max-sm:w-full">
        {QUICK_RANGES.map(({ name, range: rangeAt }) => {
          const quick = rangeAt(serverNow());
          return (
            <CompactButton
              key={name}
              className="whitespace-nowrap aria-pressed:bg-surface-accent"
              aria-pressed={quick.from === range.from && quick.to === range.to}
              onClick={() => onChange(quick)}
            >
              {name}
            </CompactButton>
          );
        })}
      </div>
      {/* In em, so that a larger text has room for the year. */}
      <div className="grid flex-1 grid-cols-[repeat(auto-fit,minmax(min(9em,100%),11em))] gap-3">
        <DayField
          label="From"
          value={range.from}
          onChange={(from) => from && onChange({ ...range, from })}
        />
        <DayField label="To" value={range.to} onChange={(to) => to && onChange({ ...range, to })} />
      </div>
    </search>
  );
}

/** The presets; days are days in India. */
export const QUICK_RANGES: { name: string; range: (now: number) => ReportRange }[] = [
  { name: '7 days', range: (now) => lastDays(7, now) },
  { name: '30 days', range: (now) => lastDays(30, now) },
  { name: 'Last month', range: lastMonth },
  { name: '90 days', range: (now) => lastDays(90, now) },
  { name: 'A year', range: (now) => lastDays(365, now) },
];

/** The last `days` days, including today. */
export function lastDays(days: number, now: number): ReportRange {
  return { from: dayInIndia(now - (days - 1) * DAY_MS), to: dayInIndia(now) };
}

/** The calendar month before the present one. */
export function lastMonth(now: number): ReportRange {
  const today = dayInIndia(now);
  const to = new Date(Date.parse(`${today.slice(0, 7)}-01`) - DAY_MS).toISOString().slice(0, 10);
  return { from: `${to.slice(0, 7)}-01`, to };
}
