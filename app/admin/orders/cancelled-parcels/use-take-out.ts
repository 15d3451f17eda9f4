import { useState } from 'react';
import { reloadOrders } from '#app/admin/orders/order-queries.ts';
import { showFailure } from '#app/admin/show-failure.ts';
import { showSnackbar } from '#app/admin/snackbar/snackbar-store.ts';
import { takeOut, undoTakeOut } from './cancelled-parcels-query.ts';

const NONE: ReadonlySet<string> = new Set();

/**
 * Notes a parcel as taken out and offers to undo that. `busy`: the ids of the orders that wait for their answer; `done`:
 * those that this screen has noted.
 */
export function useTakeOut() {
  const [busy, setBusy] = useState(NONE);
  const [done, setDone] = useState(NONE);

  async function take({ id, order_number }: { id: string; order_number: string }) {
    if (busy.has(id)) return;
    setBusy((ids) => new Set([...ids, id]));
    try {
      await takeOut(id);
      setDone((ids) => new Set([...ids, id]));
      showSnackbar({ text: `${order_number} taken out`, undo: () => undoTakeOut(id) });
    } catch (error) {
      void reloadOrders();
      showFailure(error, order_number);
    } finally {
      setBusy((ids) => new Set([...ids].filter((each) => each !== id)));
    }
  }

  return { busy, done, take };
}
