import type { Database } from '#server/database/database.ts';
import type { SendMail } from './email.ts';
import { findMail, insertMail, lastMails, type MailRow } from './queries.ts';

/** Keeps mails in the database instead of sending them. */
export function keepMails(database: Database): SendMail {
  return async (mail) => {
    await database.rows(insertMail(mail));
  };
}

/** A kept mail as /dev/mailbox.json lists it; `links` are the addresses in its text. */
export type KeptMail = {
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

/** The last hundred kept mails, newest first. */
export async function keptMails(database: Database): Promise<KeptMail[]> {
  const mails = await database.rows(lastMails(100));
  return mails.map(withLinks);
}

/** One kept mail, by the id of the list. */
export async function keptMail(database: Database, id: string): Promise<KeptMail | undefined> {
  if (!/^\d{1,15}$/.test(id)) return undefined;
  const [mail] = await database.rows(findMail(id));
  return mail && withLinks(mail);
}

function withLinks(mail: MailRow): KeptMail {
  return { ...mail, links: mail.text.match(/https?:\/\/[^\s<>")]+/g) ?? [] };
}
