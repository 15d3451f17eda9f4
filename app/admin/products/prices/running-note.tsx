import { readRupees } from '#app/admin/read-rupees.ts';
import type { RunningPrice } from '#contract/admin/products.ts';
import { formatDateTime } from '#domain/day.ts';
import { formatPaise, toPaise } from '#domain/money.ts';

type RunningNoteProps = {
  product: { price: number; running: RunningPrice | null };
  /** The price as it is typed. */
  typed: string;
  /** In a list: only that it ends. */
  brief?: true;
  className?: string;
};

/** Says before a price is saved that it ends a scheduled one, and what then does not come back. */
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
