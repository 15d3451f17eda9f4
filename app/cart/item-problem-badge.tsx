import { Badge } from '#app/ui/badge.tsx';
import type { CartItem } from '#contract/cart.ts';
import { describeProblem } from './item-problem.ts';

/** Badge on an item that cannot be ordered as it is: the reason in a word or two. */
export function LineMark({ line }: { line: CartItem }) {
  const problem = describeProblem(line);
  return problem && <Badge tone="red">{problem.mark}</Badge>;
}
