import { callAdmin } from '#app/admin/call-admin.ts';
import type { CashChange } from '#contract/admin/cash.ts';
import { cashChanged } from './cash-queries.ts';

/** Settles, disputes or reopens the cash of one order. */
export async function changeCash(order: string, change: CashChange): Promise<void> {
  await callAdmin('POST /admin/cash/orders/{id}', { params: { id: order }, body: change });
  cashChanged();
}
