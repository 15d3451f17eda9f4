import { sql } from 'kysely';
import { tables } from '../platform/database/tables.ts';
import type { Mail } from './mail.ts';
import type { KeptMail } from './outbox.ts';

/** The same mail is kept once, however often its job runs. */
export function insertMail({ onceKey, to, replyTo, headers = {}, subject, text, html }: Mail) {
  return tables
    .insertInto('kept_mails')
    .values({
      once_key: onceKey,
      recipient: to,
      reply_to: replyTo ?? null,
      headers: JSON.stringify(headers),
      subject,
      text,
      html,
    })
    .onConflict((conflict) => conflict.column('once_key').doNothing())
    .compile();
}

export type MailRow = Omit<KeptMail, 'links'>;

const COLUMNS = sql`id::text, created_at, recipient as to, reply_to, headers, subject, text, html`;

/** Newest first. By the number itself: the list shows it as text, in which 9 comes after 10. */
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
