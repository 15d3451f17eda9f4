import { sql } from 'kysely';
import { tables } from '#server/database/tables.ts';
import type { Mail } from './email.ts';
import type { StoredMail } from './stored-emails.ts';

/**
 * Stores a mail once, however often its job runs. Its commit does not wait for the disk: the job's commit, which
 * follows, does so for both.
 */
export function insertMail({
  idempotencyKey,
  to,
  replyTo,
  headers = {},
  subject,
  text,
  html,
}: Mail) {
  return sql`
    insert into demo_emails (idempotency_key, recipient, reply_to, headers, subject, text, html)
    select ${idempotencyKey}, ${to}, ${replyTo ?? null}, ${JSON.stringify(headers)}::jsonb, ${subject}, ${text}, ${html}
    from set_config('synchronous_commit', 'off', true)
    on conflict (idempotency_key) do nothing`.compile(tables);
}

export type MailRow = Omit<StoredMail, 'links'>;

const COLUMNS = sql`id::text, created_at, recipient as to, reply_to, headers, subject, text, html`;

/** Newest first. Ordered by the number itself: the list shows it as text, in which 9 comes after 10. */
export function lastMails(count: number) {
  return sql<MailRow>`select ${COLUMNS} from demo_emails order by demo_emails.id desc limit ${count}`.compile(
    tables,
  );
}

export function findMail(id: string) {
  return sql<MailRow>`select ${COLUMNS} from demo_emails where demo_emails.id = ${id}::bigint`.compile(
    tables,
  );
}
