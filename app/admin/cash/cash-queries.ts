import { callAdmin, reload } from '#app/admin/api.ts';
import { growingQuery } from '#app/admin/list.tsx';
import type { CashChange } from '#contract/admin/cash.ts';

/**
 * Orders whose cash has not been remitted in full, oldest first; or those settled by hand, newest first.
 *
 * @param courier the id of the only one; null: of all.
 */
export const cashOrdersQuery = (courier: string | null, state?: 'settled') =>
  growingQuery(
    ['cash', 'orders', courier, state ?? 'open'],
    (after) =>
      callAdmin('GET /admin/cash/orders', {
        query: { courier: courier ?? undefined, state, after },
      }),
    ({ orders }) => orders,
  );

/** Postings and reversals, newest first. */
export const remittancesQuery = growingQuery(
  ['cash', 'remittances'],
  (after) => callAdmin('GET /admin/cash/remittances', { query: { after } }),
  ({ remittances }) => remittances,
);

/** Reloads what depends on cash. */
export function cashChanged(): void {
  reload('cash');
  reload('today');
}

/** Settles, disputes or reopens the cash of one order, then reloads it, also after a lost answer. */
export async function changeCash(order: string, change: CashChange): Promise<void> {
  const params = { id: order };
  await callAdmin('POST /admin/cash/orders/{id}', { params, body: change }).finally(cashChanged);
}

/** Takes a posting back by a reversal. */
export async function undoRemittance(id: string): Promise<void> {
  await callAdmin('POST /admin/cash/remittances/{id}/undo', { params: { id } }).finally(
    cashChanged,
  );
}
