import { isolated } from '#domain/isolated.ts';
import { oneLine } from '#domain/text.ts';
import type { EmailContent } from '#server/email/template/content.ts';
import type { StoredMessage } from './queries.ts';

/** Forwards a guest's message to the shop; a reply goes to the guest. */
export function contactMessage(
  message: StoredMessage,
  shopEmail: string,
  publicUrl: string,
): EmailContent {
  const name = oneLine(message.name);
  const subject = oneLine(message.subject);
  return {
    idempotencyKey: `contact-message:${message.id}`,
    to: shopEmail,
    replyTo: message.email,
    subject: `Contact: ${subject}`,
    preview: `${name} has written to the shop.`,
    heading: 'A message for the shop',
    blocks: [
      {
        kind: 'facts',
        facts: [
          { name: 'From', value: `${isolated(name)} <${message.email}>` },
          { name: 'Subject', value: subject },
          { name: 'Ticket', value: message.ticket },
        ],
      },
      { kind: 'quote', text: message.message },
      {
        kind: 'note',
        text: 'Your reply goes to the address that the visitor typed. It was not verified.',
      },
      {
        kind: 'note',
        text: 'Answered from the admin, it is kept with the ticket:',
        link: { label: 'Open the message', url: `${publicUrl}/admin/messages/${message.id}` },
      },
    ],
    reason: 'Sent with the form on the contact page.',
  };
}
