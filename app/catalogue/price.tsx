import { formatRupees } from '#domain/money.ts';

/** An amount in rupees, in the text font: the display font has no ₹. */
export function Price({ rupees, large = false }: { rupees: number; large?: boolean }) {
  return (
    <span
      className={`font-semibold text-foreground tabular-nums ${large ? 'text-2xl' : 'text-lg'}`}
    >
      {formatRupees(rupees)}
    </span>
  );
}
