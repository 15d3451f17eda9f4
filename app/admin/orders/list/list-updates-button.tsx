import { useState } from 'react';
import { callAdmin } from '#app/admin/api.ts';
import { newOrdersSeen, useOnChange } from '#app/admin/live/live-updates.tsx';
import { newerOf, orderListQuery } from '#app/admin/orders/order-queries.ts';
import { queryClient } from '#app/shell/api/query-client.ts';
import type { OrderList } from '#contract/admin/order-list.ts';
import type { OrderFilter } from './order-filter.ts';

/**
 * Follows the changes of a list. Visible rows are updated in place; new and gone ones wait until `show` is called, so that
 * no row moves under the pointer.
 *
 * @returns what waits: '2 new orders: show'; null for nothing.
 */
export function useListUpdates(filter: OrderFilter, shown: OrderList | undefined) {
  const [latest, setLatest] = useState<{ of: string; list: OrderList }>();
  const name = JSON.stringify(filter);
  const { queryKey } = orderListQuery(filter);

  useOnChange(async (signal) => {
    const list = await callAdmin('GET /admin/orders', { query: filter });
    if (signal.aborted) return;
    setLatest({ of: name, list });
    const byId = new Map(list.orders.map((order) => [order.id, order]));
    queryClient.setQueryData(
      queryKey,
      (old) =>
        old && {
          ...old,
          orders: old.orders.map((order) => newerOf(order, byId.get(order.id) ?? order)),
        },
    );
  });
  async function show() {
    await queryClient.invalidateQueries({ queryKey });
    newOrdersSeen();
  }

  const waiting = shown && latest?.of === name ? latest.list : undefined;
  return { updates: shown && waiting ? updatesText(shown, waiting) : null, show };
}

type Rows = { orders: readonly { id: string }[] };

/** What was added to a list or left it; null for nothing. */
export function updatesText(shown: Rows, latest: Rows): string | null {
  const missing = ({ orders }: Rows, other: Rows) =>
    orders.filter(({ id }) => !other.orders.some((each) => each.id === id)).length;
  const added = missing(latest, shown);
  if (added > 0) return `${added} new ${added === 1 ? 'order' : 'orders'}: show`;
  // On a full page, added rows push others to the next page.
  return missing(shown, latest) > 0 ? 'The list has changed: show' : null;
}

type ListUpdatesButtonProps = { updates: string | null; onShow: () => void };

/** Shows what waits to be shown. Its space is reserved, so that no row moves. */
export function ListUpdatesButton({ updates, onShow }: ListUpdatesButtonProps) {
  return (
    <div role="status" className="ml-auto h-11">
      {updates && (
        <button
          type="button"
          onClick={onShow}
          className="min-h-11 rounded-full bg-primary px-4 text-sm font-semibold whitespace-nowrap text-on-primary shadow-soft"
        >
          {updates}
        </button>
      )}
    </div>
  );
}
