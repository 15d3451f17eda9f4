import { oneLine } from '#domain/text.ts';
import type { EmailContent } from '#server/email/template/content.ts';
import type { StoredAnswer } from './queries.ts';

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
      ...text
        .split(/\n{2,}/)
        .map((paragraph) => ({ kind: 'text' as const, text: paragraph.trim() })),
      { kind: 'note', text: `Your message ${ticket}:` },
      { kind: 'quote', text: message },
      { kind: 'note', text: 'Anything else? Just reply to this email.' },
    ],
    reason: 'You get this email because you wrote to us with the form on our contact page.',
  };
}
