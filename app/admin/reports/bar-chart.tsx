/** A row's value; `shown` is the value in words. */
type Bar = { key: string; label: string; value: number; shown: string };

/**
 * A bar for each day, the oldest first, with labels for the maximum and both ends. The table below is its text
 * alternative.
 */
export function BarChart({ bars }: { bars: readonly Bar[] }) {
  const highest = bars.reduce<Bar | undefined>(
    (most, each) => (each.value > (most?.value ?? 0) ? each : most),
    undefined,
  );
  if (!highest) return null;
  return (
    <figure aria-hidden="true" className="panel grid gap-1 text-sm text-muted">
      <figcaption className="tabular-nums">{highest.shown}</figcaption>
      <div className="flex h-32 items-end border-y border-border sm:h-40">
        {bars.map(({ key, label, value, shown }) => (
          <span
            key={key}
            title={`${label}: ${shown}`}
            className="min-w-0 flex-1 border-x-[0.5px] border-surface bg-primary"
            style={{ height: `${(Math.max(0, value) / highest.value) * 100}%` }}
          />
        ))}
      </div>
      <p className="flex justify-between gap-4">
        <span>{bars[0]?.label}</span>
        {bars.length > 1 && <span>{bars.at(-1)?.label}</span>}
      </p>
    </figure>
  );
}

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
