import type { GatewayPayment } from '@aparajita/razorpay';
import { sql } from 'kysely';
import { tables } from '#server/database/tables.ts';

export function takeSweep(leaseSeconds: number) {
  return sql<{ due: boolean }>`
    select take_payment_sweep(make_interval(secs => ${leaseSeconds})) as due`.compile(tables);
}

export function endSweep(everySeconds: number) {
  return sql`select end_payment_sweep(make_interval(secs => ${everySeconds}))`.compile(tables);
}

/** True when we know the payment to be so far, and what was to be done about it was decided. */
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
