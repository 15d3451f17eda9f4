import { isolated } from '#domain/isolated.ts';
import { oneLine } from '#domain/text.ts';
import type { Database } from '#server/database/database.ts';
import type { EmailContent, SendEmail } from '#server/email/template/content.ts';
import type { JobHandlers } from '#server/jobs/worker.ts';
import { findAnswer, findMessage, type StoredAnswer, type StoredMessage } from './routes.ts';

/** What the jobs of the contact form do: email a message to the shop, and the shop's answer to its sender. */
export function contactJobs({
  database,
  sendEmail,
  publicUrl,
  shopEmail,
}: {
  database: Database;
  sendEmail: SendEmail;
  publicUrl: string;
  shopEmail: string;
}): Pick<JobHandlers, 'contact-message' | 'message-answer'> {
  return {
    'contact-message': async ({ message_id }) => {
      const [message] = await database.rows(findMessage(message_id));
      if (message) await sendEmail(contactMessage(message, shopEmail, publicUrl));
    },
    'message-answer': async ({ answer_id }) => {
      const [answer] = await database.rows(findAnswer(answer_id));
      if (answer) await sendEmail(messageAnswer(answer));
    },
  };
}

/** The shop's answer to a message of the contact form. A reply goes to the shop's usual Reply-To address. */
export function messageAnswer(answer: StoredAnswer): EmailContent {
  const { id, ticket, email, subject, message, text } = answer;
  return {
    idempotencyKey: `message-answer:${id}`,
    to: email,
    subject: `Re: ${oneLine(subject)} [${ticket}]`,
    preview: `Our answer to your message ${ticket}.`,
    heading: 'Our answer to your message',
    blocks: [
      ...text.split(/\n{2,}/).map((paragraph) => paragraph.trim()),
      { kind: 'note', text: `Your message ${ticket}:` },
      { kind: 'quote', text: message },
      { kind: 'note', text: 'Anything else? Just reply to this email.' },
    ],
    reason: 'You get this email because you wrote to us with the form on our contact page.',
  };
}

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
