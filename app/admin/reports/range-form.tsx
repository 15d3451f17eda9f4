import { useState } from 'react';
import { COMPACT_BUTTON } from '#app/admin/compact-button.ts';
import { serverNow } from '#app/shell/api/server-clock.ts';
import { Button } from '#app/ui/button.tsx';
import { Field } from '#app/ui/field.tsx';
import type { ReportRange } from '#contract/admin/reports.ts';
import { QUICK_RANGES } from './ranges.ts';

type RangeFormProps = { range: ReportRange; onChange: (range: ReportRange) => void };

/** The date range of a report: a preset, or any first and last day. */
export function RangeForm({ range, onChange }: RangeFormProps) {
  const [from, setFrom] = useState(range.from);
  const [to, setTo] = useState(range.to);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onChange({ from, to });
      }}
      className="flex flex-wrap items-end gap-x-3 gap-y-2"
    >
      <div className="flex flex-wrap gap-1 max-sm:w-full">
        {QUICK_RANGES.map(({ name, range: rangeAt }) => {
          const quick = rangeAt(serverNow());
          return (
            <Button
              key={name}
              tone="quiet"
              className={`${COMPACT_BUTTON} whitespace-nowrap aria-pressed:bg-surface-accent`}
              aria-pressed={quick.from === range.from && quick.to === range.to}
              onClick={() => onChange(quick)}
            >
              {name}
            </Button>
          );
        })}
      </div>
      <Field
        label="From"
        type="date"
        // In em, so that a larger text has room for the year.
        className="min-w-[9em] flex-1 sm:max-w-[11em]"
        value={from}
        onChange={(event) => setFrom(event.target.value)}
      />
      <Field
        label="To"
        type="date"
        // In em, so that a larger text has room for the year.
        className="min-w-[9em] flex-1 sm:max-w-[11em]"
        value={to}
        onChange={(event) => setTo(event.target.value)}
      />
      <Button type="submit" tone="secondary">
        Show
      </Button>
    </form>
  );
}
