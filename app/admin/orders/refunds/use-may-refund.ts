import { useRole } from '#app/admin/staff/use-staff.ts';
import type { OrderDetail } from '#contract/admin/order-views.ts';

/** Whether the user's role may refund this order. */
export function useMayRefund({ payment_method }: Pick<OrderDetail, 'payment_method'>): boolean {
  return useRole(...(payment_method === 'cod' ? COD_ROLES : ONLINE_ROLES));
}

const COD_ROLES = ['owner', 'accountant'] as const;
const ONLINE_ROLES = ['owner'] as const;
