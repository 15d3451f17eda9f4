import { readRupees } from '#app/admin/read-rupees.ts';
import type { RunningPrice } from '#contract/admin/product-prices.ts';
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
 * Says what the typed price does to a running scheduled price: the same price leaves it running, and the former price
 * returns at its end; another price ends it, and the former price does not return.
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
