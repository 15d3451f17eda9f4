import type { Database } from '#server/database/database.ts';
import type { DeliverEmail } from './email.ts';
import { type EmailRow, findEmail, insertEmail, listEmails } from './queries.ts';

/** Stores mails in the database instead of sending them. */
export function storeEmails(database: Database): DeliverEmail {
  return async (mail) => {
    await database.rows(insertEmail(mail));
  };
}

/** A stored mail as /dev/mailbox.json lists it; `links` are the URLs in its text. */
export type StoredEmail = EmailRow & { links: string[] };

/** The last hundred stored mails, newest first. */
export async function storedEmails(database: Database): Promise<StoredEmail[]> {
  const mails = await database.rows(listEmails(100));
  return mails.map(withLinks);
}

/** One stored mail, by the id of the list. */
export async function storedEmail(
  database: Database,
  id: string,
): Promise<StoredEmail | undefined> {
  if (!/^\d{1,15}$/.test(id)) return undefined;
  const [mail] = await database.rows(findEmail(id));
  return mail && withLinks(mail);
}

function withLinks(mail: EmailRow): StoredEmail {
  return { ...mail, links: mail.text.match(/https?:\/\/[^\s<>")]+/g) ?? [] };
}
