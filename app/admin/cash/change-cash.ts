import { callAdmin } from '#app/admin/call-admin.ts';
import type { CashChange } from '#contract/admin/cash.ts';
import { cashChanged } from './cash-queries.ts';

/** Settles, disputes or reopens the cash of one order, then reloads it, also after a lost answer. */
export async function changeCash(order: string, change: CashChange): Promise<void> {
  const params = { id: order };
  await callAdmin('POST /admin/cash/orders/{id}', { params, body: change }).finally(cashChanged);
}
