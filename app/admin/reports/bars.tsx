const HEIGHT = 120;
/** The largest space per bar, in rem: a single bar would be as wide as the screen. */
const ROOM = 6;
/** The share of that space that the bar fills. */
const SHARE = 0.72;

type BarsProps = {
  /** In the order of the table. */
  bars: readonly { key: string; label: string; value: number; shown: string }[];
};

/** A bar chart with a bar per row and labels for the maximum and both ends. The table below is its text alternative. */
export function Bars({ bars }: BarsProps) {
  const highest = bars.reduce((most, each) => (each.value > most.value ? each : most), {
    value: 0,
    shown: '',
  });
  const [first, last] = [bars[0], bars.at(-1)];
  if (highest.value === 0 || !first || !last) return null;
  const maxWidth = `${bars.length * ROOM}rem`;
  return (
    <figure aria-hidden="true" className="panel grid gap-1 text-sm text-muted">
      <figcaption className="tabular-nums">{highest.shown}</figcaption>
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${bars.length} ${HEIGHT}`}
        style={{ maxWidth }}
        preserveAspectRatio="none"
        className="h-32 w-full border-y border-line sm:h-40"
      >
        {bars.map(({ key, label, value, shown }, index) => {
          const height = (Math.max(0, value) / highest.value) * HEIGHT;
          return (
            <rect
              key={key}
              x={index + (1 - SHARE) / 2}
              y={HEIGHT - height}
              width={SHARE}
              height={height}
              className="fill-petal"
            >
              <title>{`${label}: ${shown}`}</title>
            </rect>
          );
        })}
      </svg>
      <p className="flex justify-between gap-4" style={{ maxWidth }}>
        <span className="min-w-0 truncate">{first.label}</span>
        {bars.length > 1 && <span className="min-w-0 truncate text-right">{last.label}</span>}
      </p>
    </figure>
  );
}
