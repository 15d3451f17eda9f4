import { useDrafts } from '#app/admin/draft/use-drafts.ts';
import type { OrderDetail } from '#contract/admin/order-views.ts';
import type { Ticked } from './scan.ts';

/**
 * The ticked pieces of these orders. They are stored per product of an order, so that they survive a reload and another
 * selection of orders. They count for one packing: an order that was packed, here or elsewhere, and unpacked starts
 * without ticks.
 *
 * @returns the ticks, and a function that sets those of one product of an order.
 */
export function useTicked(
  orders: readonly OrderDetail[],
): [Ticked, (item: string, pieces: number) => void] {
  const names = new Map(
    orders.flatMap((order) =>
      order.order_items.map(({ id }) => [id, `${id}:${timesPacked(order)}`] as const),
    ),
  );
  const [texts, setTexts] = useDrafts('ticked', [...names.values()]);
  const ticked = [...names].map(([id, name]) => [id, Number(texts[name]) || 0]);
  return [
    Object.fromEntries(ticked),
    (item, pieces) => setTexts({ [names.get(item) ?? item]: pieces > 0 ? String(pieces) : '' }),
  ];
}

function timesPacked({ events }: OrderDetail): number {
  return events.filter(({ kind }) => kind === 'pack' || kind === 'hand_over').length;
}
