import { sql } from 'kysely';
import { inRupees } from '#server/database/money-sql.ts';

/**
 * What was really paid for an order `own`, less what was given back or is on its way back, in rupees: cash counts when it
 * was collected.
 */
export const PAID_AMOUNT = sql`
  case
    when own.payment_status = 'paid' then own.total_amount
    when own.payment_status in ('refund_pending', 'partially_refunded', 'refunded') then own.total_amount
      - (
        select ${inRupees(sql`coalesce(sum(amount_paise), 0)`)} from refunds
        where payment_id = own.payment_id and status <> 'failed'
      )
      - (select coalesce(sum(amount), 0) from manual_refunds where order_id = own.id)
    else 0
  end`;
