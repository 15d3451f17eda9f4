import type { ServerAuditVerb } from '#contract/admin/audit-verbs.ts';
import type {
  Message,
  MessageEntry,
  MessageState,
  messageEndpoints,
} from '#contract/admin/messages.ts';
import { AppError } from '#contract/errors.ts';
import { writeAudit } from '#server/admin/audit/write-audit.ts';
import type { Transaction } from '#server/database/database.ts';
import { pageOf } from '#server/database/page-of.ts';
import { requireRow } from '#server/database/require-row.ts';
import type { StaffAccess } from '#server/database/staff-database.ts';
import type { Handlers } from '#server/http/serve-endpoints.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import {
  findMessage,
  insertEntry,
  listMessages,
  lockMessage,
  setMessageState,
  unseenEntry,
} from './queries.ts';

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
