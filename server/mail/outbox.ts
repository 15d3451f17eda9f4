import { sql } from 'kysely';
import type { Database } from '../platform/database/database.ts';
import { tables } from '../platform/database/tables.ts';
import type { SendMail } from './mail.ts';

/** Keeps mails in the database instead of sending them. */
export function keepMails(database: Database): SendMail {
  return async ({ onceKey, to, replyTo = null, headers = {}, subject, text, html }) => {
    await database.rows(
      tables
        .insertInto('kept_mails')
        .values({
          once_key: onceKey,
          recipient: to,
          reply_to: replyTo,
          headers: JSON.stringify(headers),
          subject,
          text,
          html,
        })
        .onConflict((conflict) => conflict.column('once_key').doNothing())
        .compile(),
    );
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
  const mails = await database.rows(
    sql<Row>`select ${COLUMNS} from kept_mails order by id desc limit 100`.compile(tables),
  );
  return mails.map(withLinks);
}

/** One kept mail, by the id of the list. */
export async function keptMail(database: Database, id: string): Promise<KeptMail | undefined> {
  if (!/^\d{1,15}$/.test(id)) return undefined;
  const [mail] = await database.rows(
    sql<Row>`select ${COLUMNS} from kept_mails where id = ${id}::bigint`.compile(tables),
  );
  return mail && withLinks(mail);
}

type Row = Omit<KeptMail, 'links'>;

const COLUMNS = sql`id::text, created_at, recipient as to, reply_to, headers, subject, text, html`;

function withLinks(mail: Row): KeptMail {
  return { ...mail, links: mail.text.match(/https?:\/\/[^\s<>")]+/g) ?? [] };
}
