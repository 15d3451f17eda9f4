import { PLAN_EACH_TIME } from '@aparajita/postgres/prepared-statements';
import { sql } from 'kysely';
import type {
  Message,
  MessageEntry,
  MessageListQuery,
  MessageRow,
  MessageState,
} from '#contract/admin/messages.ts';
import { ORDER_NUMBER } from '#domain/order-number.ts';
import { statement } from '#server/database/tables.ts';

const ROW = sql`
  id, ticket, name, email, subject, left(message, 160) as excerpt, state, created_at,
  created_at + interval '48 hours' as due_at`;

/** Up to `limit` messages of a state, or with a search those of every state, the newest first. */
export function listMessages({ state, q, after }: MessageListQuery, limit: number) {
  if (q)
    return statement<MessageRow>`
      select ${ROW} from contact_messages
      where id = any(array(select find_messages(${q}, ${after ?? null}::uuid, ${limit})))
      order by created_at desc, id desc`;
  const oldestFirst = state === 'open';
  const later = oldestFirst ? sql`>` : sql`<`;
  const order = oldestFirst ? sql`created_at, id` : sql`created_at desc, id desc`;
  return statement<MessageRow>`${sql.raw(PLAN_EACH_TIME)}
    select ${ROW} from contact_messages
    where state = ${state}
      ${after ? sql`and (created_at, id) ${later} (select created_at, id from contact_messages where id = ${after})` : sql``}
    order by ${order} limit ${limit}`;
}

/** The orders' numbers in a message, with or without dashes. */
const NUMBERS = sql`
  select 'AP-' || found[1] || '-' || found[2]
  from regexp_matches(upper(subject || ' ' || message), ${`\\m${ORDER_NUMBER}\\M`}, 'g') found`;

export function findMessage(id: string) {
  return statement<Message>`
    select ${ROW}, message,
      (
        select coalesce(jsonb_agg(jsonb_build_object('id', o.id, 'order_number', o.order_number,
          'same_email', coalesce(lower(o.email) = lower(contact_messages.email), false)) order by o.order_number), '[]')
        from orders o where o.order_number in (${NUMBERS})
      ) as orders,
      (
        select coalesce(jsonb_agg(jsonb_build_object('id', entry.id, 'kind', kind, 'text', text, 'at', at,
          'staff', staff.email) order by at, entry.id), '[]')
        from message_entries entry join staff on staff.user_id = entry.staff_id
        where entry.message_id = contact_messages.id
      ) as entries
    from contact_messages where id = ${id}`;
}

export function lockMessage(id: string) {
  return statement<{ ticket: string; state: MessageState }>`
    select ticket, state from contact_messages where id = ${id} for update`;
}

export function setMessageState(id: string, state: MessageState) {
  return statement`update contact_messages set state = ${state} where id = ${id}`;
}

/** Inserts an entry, once per key; no row if the key was used before. */
export function insertEntry(
  message: string,
  { kind, text, key }: Pick<MessageEntry, 'kind' | 'text'> & { key: string },
) {
  return statement<{ id: string }>`
    insert into message_entries (message_id, kind, text, staff_id, idempotency_key)
    values (${message}, ${kind}, ${text}, current_staff(), ${key})
    on conflict on constraint one_entry_per_key do nothing
    returning id`;
}

/**
 * The newest entry of a message that the staff member who sends an answer has not seen: an answer, or a note of somebody
 * else. No row if there is none.
 *
 * @param seen the id of the last entry that they saw; null if they saw none.
 * @param own the id of the answer that they send.
 */
export function unseenEntry(message: string, seen: string | null, own: string) {
  return statement<Pick<MessageEntry, 'kind' | 'text' | 'staff'>>`
    select kind, text, staff.email as staff
    from message_entries entry join staff on staff.user_id = entry.staff_id
    where message_id = ${message} and entry.id <> ${own} and (kind = 'answer' or staff_id <> current_staff())
      and ((at, entry.id) > (
        select at, id from message_entries where id = ${seen} and message_id = ${message}
      )) is distinct from false
    order by at desc, entry.id desc limit 1`;
}
