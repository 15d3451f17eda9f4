import type { ContactMessage } from '#contract/contact.ts';
import { statement } from '#server/database/tables.ts';

type Written = Pick<ContactMessage, 'name' | 'email' | 'subject' | 'message'>;

/** A message as it is stored; `ticket` is the number that the shop's answer names. */
export type StoredMessage = Written & { id: string; ticket: string };

export function insertMessage({ id, name, email, subject, message }: Written & { id: string }) {
  return statement`
    insert into contact_messages (id, name, email, subject, message)
    values (${id}, ${name}, ${email}, ${subject}, ${message})`;
}

/** The shop's role cannot list messages; it can only read one by its id. */
export function findMessage(id: string) {
  return statement<StoredMessage>`
    select id, ticket, name, email, subject, message from contact_message(${id}::uuid)`;
}

/** An answer of the staff, with the message that it answers. */
export type StoredAnswer = StoredMessage & { text: string };

export function findAnswer(id: string) {
  return statement<StoredAnswer>`select * from message_answer(${id}::uuid)`;
}
