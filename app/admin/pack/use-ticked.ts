import { useDrafts } from '#app/admin/draft/use-drafts.ts';
import type { PackedOrder, Ticked } from './scan.ts';

/**
 * The ticked pieces of these orders. Kept for each product of an order by itself: a reload, and a list with more or fewer
 * orders, leave them.
 *
 * @returns the ticks, and a function that sets those of one product of an order.
 */
export function useTicked(
  orders: readonly PackedOrder[],
): [Ticked, (item: string, pieces: number) => void] {
  const items = orders.flatMap(({ order_items }) => order_items.map(({ id }) => id));
  const [texts, setTexts] = useDrafts('ticked', items);
  const ticked = Object.entries(texts).map(([id, text]) => [id, Number(text) || 0]);
  return [Object.fromEntries(ticked), (item, pieces) => setTexts({ [item]: String(pieces) })];
}
