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

/**
 * What becomes of the running scheduled price: the present one is followed by the former one; another typed price ends
 * it, and the former one will not return.
 */
export function RunningNote({ product, typed, brief, className = '' }: RunningNoteProps) {
  const { price, running } = product;
  const next = readRupees(typed);
  return (
    <p aria-live="polite" className={`text-sm empty:hidden ${className}`}>
      {running !== null && next > 0 && noteOn(running, next !== price, brief ?? false)}
    </p>
  );
}

function noteOn({ ends_at, former_price }: RunningPrice, ends: boolean, brief: boolean): string {
  const end = formatDateTime(ends_at);
  const former = formatPaise(toPaise(former_price));
  if (!ends) return brief ? '' : `${former} comes back on ${end}.`;
  return `Ends the price until ${end}${brief ? '' : `: ${former} does not come back then.`}`;
}
