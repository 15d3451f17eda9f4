import { PLAN_EACH_TIME } from '@aparajita/postgres/prepared-statements';
import { sql } from 'kysely';
import type { ServerAuditVerb } from '#contract/admin/audit-verbs.ts';
import type {
  Message,
  MessageEntry,
  MessageListQuery,
  MessageRow,
  MessageState,
  messageEndpoints,
} from '#contract/admin/messages.ts';
import { AppError } from '#contract/errors.ts';
import { ORDER_NUMBER } from '#domain/order-number.ts';
import { writeAudit } from '#server/admin/audit/write-audit.ts';
import type { Transaction } from '#server/database/database.ts';
import { pageOf } from '#server/database/page-of.ts';
import { requireRow } from '#server/database/require-row.ts';
import type { StaffAccess } from '#server/database/staff-database.ts';
import { statement } from '#server/database/tables.ts';
import type { Handlers } from '#server/http/serve-endpoints.ts';
import type { Jobs } from '#server/jobs/jobs.ts';

const PAGE_LENGTH = 50;

export function messageHandlers({ jobs }: { jobs: Jobs }): Handlers<typeof messageEndpoints> {
  return {
    'GET /admin/messages': async ({ staff, query }) => {
      const rows = await staff.rows(listMessages(query, PAGE_LENGTH + 1));
      const { page, next } = pageOf(rows, PAGE_LENGTH, ({ id }) => id);
      return { messages: page, next };
    },

    'GET /admin/messages/{id}': async ({ staff, params }) =>
      requireRow(await staff.rows(findMessage(params.id))),

    'POST /admin/messages/{id}/answers': ({ staff, params, body, idempotencyKey }) =>
      write(
        staff,
        params.id,
        { kind: 'answer', text: body.text, key: idempotencyKey },
        async (tx, id) => {
          await requireNoUnseenEntry(tx, params.id, body.last_entry, id);
          await tx.rows(setMessageState(params.id, 'answered'));
          await jobs.send(tx, 'message-answer', { answer_id: id });
        },
      ),

    'POST /admin/messages/{id}/notes': ({ staff, params, body, idempotencyKey }) =>
      write(staff, params.id, { kind: 'note', ...body, key: idempotencyKey }),

    'PATCH /admin/messages/{id}': ({ staff, params, body }) =>
      staff.transact(async (tx) => {
        const { ticket, state } = requireRow(await tx.rows(lockMessage(params.id)));
        if (state !== body.state) {
          await tx.rows(setMessageState(params.id, body.state));
          const change = { before: { state }, after: body };
          await writeAudit(tx, STATE_VERBS[body.state], ['message', ticket], change);
        }
        return requireRow(await tx.rows(findMessage(params.id)));
      }),
  };
}

const STATE_VERBS: Record<MessageState, ServerAuditVerb> = {
  open: 'reopen_message',
  answered: 'mark_message_answered',
  closed: 'close_message',
};

/** How much of an entry an error quotes. */
const QUOTED = 300;

/** @throws AppError changed_meanwhile, quoting an entry that was written since, so that no two answers are emailed. */
async function requireNoUnseenEntry(
  tx: Transaction,
  id: string,
  seen: string | null,
  own: string,
): Promise<void> {
  const [other] = await tx.rows(unseenEntry(id, seen, own));
  if (!other) return;
  const did = other.kind === 'answer' ? 'has answered' : 'has written a note';
  const quote = other.text.length > QUOTED ? `${other.text.slice(0, QUOTED)}…` : other.text;
  throw new AppError('changed_meanwhile', {
    message: `${other.staff} ${did} in the meantime: “${quote}” Yours was not sent. Send it again if it is still needed.`,
  });
}

/** Writes an answer or a note, once per key. The audit log names the ticket without the text. */
function write(
  staff: StaffAccess,
  id: string,
  entry: Pick<MessageEntry, 'kind' | 'text'> & { key: string },
  afterInsert?: (tx: Transaction, entryId: string) => Promise<void>,
): Promise<Message> {
  return staff.transact(async (tx) => {
    const { ticket, state } = requireRow(await tx.rows(lockMessage(id)));
    const [made] = await tx.rows(insertEntry(id, entry));
    if (made) {
      await afterInsert?.(tx, made.id);
      const change = { before: { state }, after: { state: 'answered' } };
      const subject = ['message', ticket] as const;
      if (entry.kind === 'answer') await writeAudit(tx, 'answer_message', subject, change);
      else await writeAudit(tx, 'note_message', subject);
    }
    return requireRow(await tx.rows(findMessage(id)));
  });
}

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

function findMessage(id: string) {
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

function lockMessage(id: string) {
  return statement<{ ticket: string; state: MessageState }>`
    select ticket, state from contact_messages where id = ${id} for update`;
}

function setMessageState(id: string, state: MessageState) {
  return statement`update contact_messages set state = ${state} where id = ${id}`;
}

/** Inserts an entry, once per key; no row if the key was used before. */
function insertEntry(
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
function unseenEntry(message: string, seen: string | null, own: string) {
  return statement<Pick<MessageEntry, 'kind' | 'text' | 'staff'>>`
    select kind, text, staff.email as staff
    from message_entries entry join staff on staff.user_id = entry.staff_id
    where message_id = ${message} and entry.id <> ${own} and (kind = 'answer' or staff_id <> current_staff())
      and ((at, entry.id) > (
        select at, id from message_entries where id = ${seen} and message_id = ${message}
      )) is distinct from false
    order by at desc, entry.id desc limit 1`;
}
