import type { GatewayPayment } from '@aparajita/razorpay';
import { sql } from 'kysely';
import { tables } from '#server/database/tables.ts';

/** No row: reconciliation is not due. `now`: database time in seconds since 1970, the same for all processes. */
export function takeReconciliation(leaseSeconds: number) {
  return sql<{ now: number }>`
    select extract(epoch from now())::float8 as now
    where take_payment_sweep(make_interval(secs => ${leaseSeconds}))`.compile(tables);
}

export function endReconciliation(everySeconds: number) {
  return sql`select end_payment_sweep(make_interval(secs => ${everySeconds}))`.compile(tables);
}

/** True when we have saved the payment with this status and refunds, and have placed its order or queued its refund. */
export function findSettled(userId: string, payment: GatewayPayment) {
  return sql<{ settled: boolean }>`
    select exists (
      select from payments
      where id = ${payment.id} and user_id = ${userId} and status = ${payment.status}
        and ${payment.amount_refunded} = (
          select coalesce(sum(amount_paise), 0) from refunds
          where payment_id = payments.id and status in ('pending', 'processed')
        )
        and (
          status <> 'captured' or applied
          or exists (select from refunds where payment_id = payments.id)
        )
    ) as settled`.compile(tables);
}
