import { Badge } from '#app/ui/badge.tsx';
import type { CartItem } from '#contract/cart.ts';
import { tellProblem } from './line-problem.ts';

/** Beside a line that cannot be ordered as it stands: why, in a word or two. */
export function LineMark({ line }: { line: CartItem }) {
  const problem = tellProblem(line);
  return problem && <Badge tone="red">{problem.mark}</Badge>;
}
