import { useEffect, useState } from 'react';
import { callAdmin } from '#app/admin/call-admin.ts';
import { onChanges } from '#app/admin/live/change-bus.ts';
import { coalesce } from '#app/admin/live/coalesce.ts';
import { newOrdersSeen } from '#app/admin/live/use-new-orders.ts';
import { orderListQuery } from '#app/admin/orders/order-queries.ts';
import { queryClient } from '#app/shell/api/query-client.ts';
import type { OrderList } from '#contract/admin/order-list.ts';
import { type ListUpdates, updateRows, updatesOf } from './list-updates.ts';
import type { OrderFilter } from './order-filter.ts';

/**
 * Follows the changes of a list. Visible rows are updated in place; new and gone ones wait until `show` is called, so that
 * no row moves under the pointer.
 */
export function useListUpdates(filter: OrderFilter, shown: OrderList | undefined) {
  const [latest, setLatest] = useState<{ of: string; list: OrderList }>();
  const name = JSON.stringify(filter);

  useEffect(() => {
    const query: OrderFilter = JSON.parse(name);
    let cancelled = false;
    const read = coalesce(async () => {
      const list = await callAdmin('GET /admin/orders', { query });
      if (cancelled) return;
      setLatest({ of: name, list });
      queryClient.setQueryData(
        orderListQuery(query).queryKey,
        (old) => old && updateRows(old, list),
      );
    });
    const stop = onChanges(() => void read().catch(() => {})); // the next change reloads it
    return () => {
      cancelled = true;
      stop();
    };
  }, [name]);

  const updates: ListUpdates =
    shown && latest?.of === name ? updatesOf(shown, latest.list) : { added: 0, removed: 0 };

  async function show() {
    await queryClient.invalidateQueries({ queryKey: orderListQuery(filter).queryKey });
    newOrdersSeen();
  }

  return { updates, show };
}
