import { type RawBuilder, sql } from 'kysely';

/** Later runs of a confirmation, such as one that the owner tries again after weeks, announce nothing. */
const NEW_FOR_DAYS = 3;

/** `notice_email`: where the shop wants to be told of this order; null for nowhere, also when it was placed before that was set. */
export type NoticeColumns = { notice_email: string | null; is_new: boolean };

/** Read with the order, which nearly every confirmation needs alone: a statement of their own would be a round trip. */
export const NOTICE = sql`
  case when ${addressAt(sql`orders.created_at`)} is not null then ${addressAt(sql`'infinity'`)} end as notice_email,
  orders.created_at > now() - make_interval(days => ${NEW_FOR_DAYS}) as is_new`;

/** The address that counted at this moment. */
function addressAt(moment: RawBuilder<unknown>) {
  return sql`(
    select value #>> '{}' from shop_settings
    where key = 'order_email' and valid_from <= ${moment}
    order by shop_settings.id desc limit 1
  )`;
}
