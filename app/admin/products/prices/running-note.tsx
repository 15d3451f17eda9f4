import { readRupees } from '#app/admin/read-rupees.ts';
import type { RunningPrice } from '#contract/admin/products.ts';
import { formatDateTime } from '#domain/day.ts';
import { formatPaise, toPaise } from '#domain/money.ts';

type RunningNoteProps = {
  product: { price: number; running: RunningPrice | null };
  /** The typed price. */
  typed: string;
  /** A shorter text, for a list. */
  brief?: true;
  className?: string;
};

/** A warning that saving the typed price ends the running scheduled one, and which price will not return. */
export function RunningNote({ product, typed, brief, className = '' }: RunningNoteProps) {
  const { price, running } = product;
  const next = readRupees(typed);
  const ends = running !== null && next > 0 && next !== price;
  return (
    <p aria-live="polite" className={`text-sm empty:hidden ${className}`}>
      {ends && `Ends the price until ${formatDateTime(running.ends_at)}`}
      {ends && !brief && `: ${formatPaise(toPaise(running.former_price))} does not come back then.`}
    </p>
  );
}
