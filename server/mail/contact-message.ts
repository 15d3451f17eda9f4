import type { KeptMessage } from '../contact/queries.ts';
import type { Mail } from './mail.ts';
import { asHtml } from './order-confirmation.ts';

/** A visitor's message on its way to the shop; answering it answers the visitor. */
export function contactMessage(message: KeptMessage, shopEmail: string): Mail {
  const text = [
    `From: ${oneLine(message.name)} <${message.email}>`,
    `Subject: ${oneLine(message.subject)}`,
    '',
    message.message,
    '',
    '--',
    'Sent with the form on the contact page. The address is what the visitor typed: nobody has checked it.',
  ].join('\n');
  return {
    onceKey: `contact-message:${message.id}`,
    to: shopEmail,
    replyTo: message.email,
    subject: `Contact: ${oneLine(message.subject)}`,
    text,
    html: asHtml(text),
  };
}

/** A line break in a header would begin another header. */
function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ');
}
