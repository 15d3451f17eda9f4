import { newerOf } from '#app/admin/orders/newer-of.ts';
import type { OrderList } from '#contract/admin/order-list.ts';

/** How many rows were added to a list, and how many left it. */
export type ListUpdates = { added: number; removed: number };

/** Compares the rows on the screen with those that the server lists now. */
export function updatesOf(shown: OrderList, latest: OrderList): ListUpdates {
  return { added: missing(latest, shown), removed: missing(shown, latest) };
}

/** The rows of `shown`, in their order, with the data of `latest` where it is no older. */
export function updateRows(shown: OrderList, latest: OrderList): OrderList {
  const byId = new Map(latest.orders.map((order) => [order.id, order]));
  return {
    ...shown,
    orders: shown.orders.map((order) => newerOf(order, byId.get(order.id) ?? order)),
  };
}

/** '2 new orders: show'; null if nothing was added or left. */
export function updatesText({ added, removed }: ListUpdates): string | null {
  if (added > 0) return `${added} new ${added === 1 ? 'order' : 'orders'}: show`;
  return removed > 0 ? 'The list has changed: show' : null;
}

/** How many orders of `list` are not in `other`. On a full page, added rows push others to the next page. */
function missing(list: OrderList, other: OrderList): number {
  const ids = new Set(other.orders.map(({ id }) => id));
  return list.orders.filter(({ id }) => !ids.has(id)).length;
}
