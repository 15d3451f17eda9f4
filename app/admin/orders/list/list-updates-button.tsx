import { useEffect, useEffectEvent, useState } from 'react';
import { callAdmin } from '#app/admin/call-admin.ts';
import { useLatestChange } from '#app/admin/live/latest-change.ts';
import { newOrdersSeen } from '#app/admin/live/use-new-orders.ts';
import { orderListQuery } from '#app/admin/orders/order-queries.ts';
import { queryClient } from '#app/shell/api/query-client.ts';
import type { OrderList } from '#contract/admin/order-list.ts';
import { type ListUpdates, updateRows, updatesOf, updatesText } from './list-updates.ts';
import type { OrderFilter } from './order-filter.ts';

/**
 * Follows the changes of a list. Visible rows are updated in place; new and gone ones wait until `show` is called, so that
 * no row moves under the pointer.
 */
export function useListUpdates(filter: OrderFilter, shown: OrderList | undefined) {
  const [latest, setLatest] = useState<{ of: string; list: OrderList }>();
  const name = JSON.stringify(filter);

  const mark = useLatestChange();

  const readAgain = useEffectEvent(async (signal: AbortSignal) => {
    const list = await callAdmin('GET /admin/orders', { query: filter });
    if (signal.aborted) return;
    setLatest({ of: name, list });
    queryClient.setQueryData(
      orderListQuery(filter).queryKey,
      (old) => old && updateRows(old, list),
    );
  });
  useEffect(() => {
    if (mark === undefined) return;
    const overtaken = new AbortController();
    readAgain(overtaken.signal).catch(() => {}); // the next change reloads it
    return () => overtaken.abort();
  }, [mark]);

  const updates: ListUpdates =
    shown && latest?.of === name ? updatesOf(shown, latest.list) : { added: 0, removed: 0 };

  async function show() {
    await queryClient.invalidateQueries({ queryKey: orderListQuery(filter).queryKey });
    newOrdersSeen();
  }

  return { updates, show };
}

/** Shows how many rows of the list are new or gone. Its space is reserved, so that no row moves. */
export function ListUpdatesButton({
  updates,
  onShow,
}: {
  updates: ListUpdates;
  onShow: () => void;
}) {
  const text = updatesText(updates);
  return (
    <div role="status" className="ml-auto h-11">
      {text && (
        <button
          type="button"
          onClick={onShow}
          className="min-h-11 rounded-full bg-primary px-4 text-sm font-semibold whitespace-nowrap text-on-primary shadow-soft"
        >
          {text}
        </button>
      )}
    </div>
  );
}
