import { Badge } from '#app/ui/badge.tsx';
import type { CartItem } from '#contract/cart.ts';
import { describeProblem } from './item-problem.ts';

/** Badge on an item that cannot be ordered as it is: the reason in a word or two. */
export function ItemProblemBadge({ item }: { item: CartItem }) {
  const problem = describeProblem(item);
  return problem && <Badge tone="red">{problem.label}</Badge>;
}
