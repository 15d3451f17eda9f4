/** Path of a star, beginning at its top at 12, 2.6 in a 24 by 24 box. */
export const STAR = 'l2.9 6 6.6.9-4.8 4.6 1.2 6.6-5.9-3.2-5.9 3.2 1.2-6.6-4.8-4.6 6.6-.9z';

/** A short rating out of five for cards (`Rating` shows more); nothing when there are no reviews. */
export function ShortRating({ value, count }: { value: number; count: number }) {
  if (count === 0) return null;
  return (
    <span>
      <svg
        aria-hidden="true"
        viewBox="0 0 24 24"
        className="-mt-1 mr-1 inline size-4 fill-highlight-strong"
      >
        <path d={`M12 2.6${STAR}`} />
      </svg>
      <span className="sr-only">Rated </span>
      {value.toFixed(1)}
      <span className="sr-only"> out of 5 from</span>
      {` (${count})`}
    </span>
  );
}
