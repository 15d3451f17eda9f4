import type { Database } from '#server/database/database.ts';
import type { DeliverEmail } from './email.ts';
import { type EmailRow, findEmail, insertEmail, listEmails } from './queries.ts';

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
