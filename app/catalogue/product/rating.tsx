import { STAR } from '#app/catalogue/short-rating.tsx';

/** Stars of a rating out of five, with a text alternative; nothing when there are no reviews. */
export function Rating({ value, count }: { value: number; count: number }) {
  if (count === 0) return null;
  return (
    <p className="mt-3 flex flex-wrap items-center gap-x-3 text-sm text-muted">
      <Stars value={value} />
      <span>
        <span className="sr-only">Rated </span>
        <strong className="font-semibold text-foreground">{value.toFixed(1)}</strong>
        <span className="sr-only"> out of 5 from</span>
        {` (${count} ${count === 1 ? 'review' : 'reviews'})`}
      </span>
    </p>
  );
}

/** Five filled stars over five outlines, clipped at the value. */
function Stars({ value }: { value: number }) {
  const five = `M12 2.6${Array(5).fill(STAR).join('m24 0')}`;
  return (
    <svg aria-hidden="true" viewBox="0 0 120 24" className="h-5 w-25">
      <clipPath id="stars">
        <rect width={`${value * 20}%`} height="24" />
      </clipPath>
      <path d={five} className="fill-border" />
      <path d={five} className="fill-highlight-strong" clipPath="url(#stars)" />
    </svg>
  );
}
