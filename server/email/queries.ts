import { sql } from 'kysely';
import { tables } from '#server/database/tables.ts';
import type { Mail } from './email.ts';
import type { StoredMail } from './outbox.ts';

/**
 * Stores a mail once, however often its job runs. Its commit does not wait for the disk: the job's commit, which
 * follows, does so for both.
 */
export function insertMail({ onceKey, to, replyTo, headers = {}, subject, text, html }: Mail) {
  return sql`
    insert into kept_mails (once_key, recipient, reply_to, headers, subject, text, html)
    select ${onceKey}, ${to}, ${replyTo ?? null}, ${JSON.stringify(headers)}::jsonb, ${subject}, ${text}, ${html}
    from set_config('synchronous_commit', 'off', true)
    on conflict (once_key) do nothing`.compile(tables);
}

export type MailRow = Omit<StoredMail, 'links'>;

const COLUMNS = sql`id::text, created_at, recipient as to, reply_to, headers, subject, text, html`;

/** Newest first. Ordered by the number itself: the list shows it as text, in which 9 comes after 10. */
export function lastMails(count: number) {
  return sql<MailRow>`select ${COLUMNS} from kept_mails order by kept_mails.id desc limit ${count}`.compile(
    tables,
  );
}

export function findMail(id: string) {
  return sql<MailRow>`select ${COLUMNS} from kept_mails where kept_mails.id = ${id}::bigint`.compile(
    tables,
  );
}
