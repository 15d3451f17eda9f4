import { sql } from 'kysely';
import type { Database } from '#server/database/database.ts';
import { statement } from '#server/database/tables.ts';
import type { DeliverEmail, RenderedEmail } from './email.ts';

/** Stores emails in the database instead of sending them. */
export function storeEmails(database: Database): DeliverEmail {
  return async (email) => {
    await database.rows(insertEmail(email));
  };
}

/** A stored email as /dev/mailbox.json lists it; `links` are the URLs in its text. */
export type StoredEmail = EmailRow & { links: string[] };

/** The last hundred stored emails, newest first. */
export async function storedEmails(database: Database): Promise<StoredEmail[]> {
  const emails = await database.rows(listEmails(100));
  return emails.map(withLinks);
}

/** One stored email, by the id of the list. */
export async function storedEmail(
  database: Database,
  id: string,
): Promise<StoredEmail | undefined> {
  if (!/^\d{1,15}$/.test(id)) return undefined;
  const [email] = await database.rows(findEmail(id));
  return email && withLinks(email);
}

function withLinks(email: EmailRow): StoredEmail {
  return { ...email, links: email.text.match(/https?:\/\/[^\s<>")]+/g) ?? [] };
}

/**
 * Stores an email once, however often its job runs. Its commit does not wait for the disk: the job's commit, which
 * follows, does so for both.
 */
export function insertEmail({
  idempotencyKey,
  to,
  replyTo,
  headers = {},
  subject,
  text,
  html,
}: RenderedEmail) {
  return statement`
    insert into demo_emails (idempotency_key, recipient, reply_to, headers, subject, text, html)
    select ${idempotencyKey}, ${to}, ${replyTo ?? null}, ${JSON.stringify(headers)}::jsonb, ${subject}, ${text}, ${html}
    from set_config('synchronous_commit', 'off', true)
    on conflict (idempotency_key) do nothing`;
}

export type EmailRow = {
  id: string;
  created_at: string;
  to: string;
  reply_to: string | null;
  headers: Record<string, string>;
  subject: string;
  text: string;
  html: string;
};

const COLUMNS = sql`id::text, created_at, recipient as to, reply_to, headers, subject, text, html`;

/** Newest first. Ordered by the numeric column, because the selected `id` is text, in which 9 comes after 10. */
export function listEmails(count: number) {
  return statement<EmailRow>`select ${COLUMNS} from demo_emails order by demo_emails.id desc limit ${count}`;
}

export function findEmail(id: string) {
  return statement<EmailRow>`select ${COLUMNS} from demo_emails where demo_emails.id = ${id}::bigint`;
}
