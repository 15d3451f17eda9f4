import { sql } from 'kysely';
import { inRupees } from '#server/database/money-sql.ts';

const DISPUTED = sql`(
    select ${inRupees(sql`coalesce(sum(deducted_paise), 0)`)} from disputes where payment_id = own.payment_id
  )`;

/**
 * An SQL expression: the amount paid for an order, in rupees, minus refunds made or under way and lost disputes. Cash counts once it is
 * collected, test payments only in demo mode. The statement must name the row of `orders` `own`.
 */
export const PAID_AMOUNT = sql`
  case
    when own.payment_mode <> 'live' and not counts_test_money() then 0
    when own.payment_status = 'paid' then coalesce(own.paid_amount, own.total_amount) - ${DISPUTED}
    when own.payment_status in ('refund_pending', 'partially_refunded', 'refunded')
      then coalesce(own.paid_amount, own.total_amount) - ${DISPUTED}
      - (
        select ${inRupees(sql`coalesce(sum(amount_paise), 0)`)} from refunds
        where payment_id = own.payment_id and status <> 'failed'
      )
      - (select coalesce(sum(amount), 0) from manual_refunds where order_id = own.id)
    else 0
  end`;
