import type { CartItem } from '#contract/cart.ts';
import { lineProblem } from '#domain/cart.ts';
import { LineProblemNotice } from './line-problem-notice.tsx';

/** The lines that cannot be ordered as they stand, each with its remedy; nothing when all can. */
export function CartProblems({ lines }: { lines: readonly CartItem[] }) {
  const wrong = lines.filter((line) => lineProblem(line) !== null);
  if (wrong.length === 0) return null;
  return (
    <ul className="mt-3 grid gap-3">
      {wrong.map((line) => (
        <li key={line.id}>
          <p className="font-semibold text-ink">{line.product_name}</p>
          <LineProblemNotice line={line} />
        </li>
      ))}
    </ul>
  );
}
