/** Stars of a rating out of five, with the words that say the same; nothing while nobody has given one. */
export function Rating({ value, count }: { value: number; count: number }) {
  if (count === 0) return null;
  return (
    <p className="mt-3 flex flex-wrap items-center gap-x-3 text-sm text-muted">
      <Stars value={value} />
      <span>
        <span className="sr-only">Rated </span>
        <strong className="font-semibold text-ink">{value.toFixed(1)}</strong>
        <span className="sr-only"> out of 5 from</span>
        {` (${count} ${count === 1 ? 'review' : 'reviews'})`}
      </span>
    </p>
  );
}

const STAR = 'M12 2.6l2.9 6 6.6.9-4.8 4.6 1.2 6.6L12 17.5l-5.9 3.2 1.2-6.6L2.5 9.5l6.6-.9z';

/** Five stars in outline under five in lemon, cut off where the value ends. */
function Stars({ value }: { value: number }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 120 24" className="h-5 w-25">
      <clipPath id="stars">
        <rect width={value * 24} height="24" />
      </clipPath>
      {['fill-line', 'fill-lemon-deep'].map((colour, layer) => (
        <g key={colour} className={colour} clipPath={layer === 1 ? 'url(#stars)' : undefined}>
          {[0, 24, 48, 72, 96].map((x) => (
            <path key={x} d={STAR} transform={`translate(${x} 0)`} />
          ))}
        </g>
      ))}
    </svg>
  );
}
