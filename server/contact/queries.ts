import { sql } from 'kysely';
import type { ContactMessage } from '#contract/contact.ts';
import { tables } from '#server/database/tables.ts';

/** A message as it is stored. */
export type StoredMessage = Pick<ContactMessage, 'name' | 'email' | 'subject' | 'message'> & {
  id: string;
};

export function insertMessage({ id, name, email, subject, message }: StoredMessage) {
  return tables
    .insertInto('contact_messages')
    .values({ id, name, email, subject, message })
    .compile();
}

/** The shop's role cannot list messages; it can only read one by its id. */
export function findMessage(id: string) {
  return sql<StoredMessage>`
    select id, name, email, subject, message from contact_message(${id}::uuid)`.compile(tables);
}
