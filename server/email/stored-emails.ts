import type { Database } from '#server/database/database.ts';
import type { SendMail } from './email.ts';
import { findMail, insertMail, lastMails, type MailRow } from './queries.ts';

/** Stores mails in the database instead of sending them. */
export function storeMails(database: Database): SendMail {
  return async (mail) => {
    await database.rows(insertMail(mail));
  };
}

/** A stored mail as /dev/mailbox.json lists it; `links` are the URLs in its text. */
export type StoredMail = {
  id: string;
  created_at: string;
  to: string;
  reply_to: string | null;
  headers: Record<string, string>;
  subject: string;
  text: string;
  html: string;
  links: string[];
};

/** The last hundred stored mails, newest first. */
export async function storedMails(database: Database): Promise<StoredMail[]> {
  const mails = await database.rows(lastMails(100));
  return mails.map(withLinks);
}

/** One stored mail, by the id of the list. */
export async function storedMail(database: Database, id: string): Promise<StoredMail | undefined> {
  if (!/^\d{1,15}$/.test(id)) return undefined;
  const [mail] = await database.rows(findMail(id));
  return mail && withLinks(mail);
}

function withLinks(mail: MailRow): StoredMail {
  return { ...mail, links: mail.text.match(/https?:\/\/[^\s<>")]+/g) ?? [] };
}
