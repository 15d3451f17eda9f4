import { type RawBuilder, sql } from 'kysely';

/** An order that is older is not announced: the owner may retry a failed confirmation after weeks. */
const NEW_FOR_DAYS = 3;

/**
 * `notice_email`: the address that gets an email about this new order; null if the owner has set none, or only after the
 * order was placed.
 */
export type NoticeColumns = { notice_email: string | null; is_new: boolean };

/** Columns of the statement that reads the order: a separate statement would take another round trip. */
export const NOTICE = sql`
  case when ${addressAt(sql`orders.created_at`)} is not null then ${addressAt(sql`'infinity'`)} end as notice_email,
  orders.created_at > now() - make_interval(days => ${NEW_FOR_DAYS}) as is_new`;

/** The address that was set at this moment. */
function addressAt(moment: RawBuilder<unknown>) {
  return sql`(
    select value #>> '{}' from shop_settings
    where key = 'order_email' and valid_from <= ${moment}
    order by shop_settings.id desc limit 1
  )`;
}
