import type { Bar } from './bar-chart.tsx';

/** More bars than this are no picture; the table below has them all. */
const MAX_BARS = 12;

/** A bar for each row, with its name and value: for rows that are no points in time. The table is its text alternative. */
export function BarList({ bars }: { bars: readonly Bar[] }) {
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
