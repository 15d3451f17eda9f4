import type { GatewayPayment } from '@aparajita/razorpay';
import { statement } from '#server/database/tables.ts';
import type { OwnedRow } from '#server/jobs/queues.ts';

/** Database time in seconds since 1970: the same for all processes. */
export function databaseTime() {
  return statement<{ now: number }>`select extract(epoch from now())::float8 as now`;
}

/** The intents that are still to be checked. */
export function unfinishedIntents() {
  return statement<OwnedRow>`select id, user_id from unfinished_intents()`;
}

/** The refunds that are neither processed nor failed. */
export function unfinishedRefunds() {
  return statement<OwnedRow>`select id, user_id from unfinished_refunds()`;
}

/** True when we have saved the payment with this status and refunds, and have placed its order or queued its refund. */
export function isPaymentProcessed(userId: string, payment: GatewayPayment) {
  return statement<{ processed: boolean }>`
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
    ) as processed`;
}
