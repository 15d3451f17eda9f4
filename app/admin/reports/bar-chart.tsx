const HEIGHT = 120;
/** The most space for one bar, in rem; otherwise a single bar would be as wide as the screen. */
const MAX_BAR_SPACE_REM = 7;
/** The share of that space that the bar fills. */
const BAR_SHARE = 0.72;

/** A row's value; `shown` is the value in words. */
export type Bar = { key: string; label: string; value: number; shown: string };

/**
 * A bar for each day, the oldest first, with labels for the maximum and both ends. The table below is its text
 * alternative.
 */
export function BarChart({ bars }: { bars: readonly Bar[] }) {
  const highest = bars.reduce((most, each) => (each.value > most.value ? each : most), {
    value: 0,
    shown: '',
  });
  const [first, last] = [bars[0], bars.at(-1)];
  if (highest.value === 0 || !first || !last) return null;
  const maxWidth = `${bars.length * MAX_BAR_SPACE_REM}rem`;
  return (
    <figure aria-hidden="true" className="panel grid gap-1 text-sm text-muted">
      <figcaption className="tabular-nums">{highest.shown}</figcaption>
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${bars.length} ${HEIGHT}`}
        style={{ maxWidth }}
        preserveAspectRatio="none"
        className="h-32 w-full border-y border-border sm:h-40"
      >
        {bars.map(({ key, label, value, shown }, index) => {
          const height = (Math.max(0, value) / highest.value) * HEIGHT;
          return (
            <rect
              key={key}
              x={index + (1 - BAR_SHARE) / 2}
              y={HEIGHT - height}
              width={BAR_SHARE}
              height={height}
              className="fill-primary"
            >
              <title>{`${label}: ${shown}`}</title>
            </rect>
          );
        })}
      </svg>
      <p className="flex justify-between gap-4" style={{ maxWidth }}>
        <span className="min-w-0">{first.label}</span>
        {bars.length > 1 && <span className="min-w-0 text-right">{last.label}</span>}
      </p>
    </figure>
  );
}
