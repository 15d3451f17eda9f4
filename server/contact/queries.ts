import { sql } from 'kysely';
import type { ContactMessage } from '#contract/contact.ts';
import { tables } from '#server/database/tables.ts';

/** A message as it is kept. */
export type KeptMessage = Pick<ContactMessage, 'name' | 'email' | 'subject' | 'message'> & {
  id: string;
};

export function insertMessage({ id, name, email, subject, message }: KeptMessage) {
  return tables
    .insertInto('contact_messages')
    .values({ id, name, email, subject, message })
    .compile();
}

/** The shop cannot look through messages; who knows an id may read that one. */
export function findMessage(id: string) {
  return sql<KeptMessage>`
    select id, name, email, subject, message from contact_message(${id}::uuid)`.compile(tables);
}
