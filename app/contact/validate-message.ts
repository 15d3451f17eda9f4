import { emailText, manyLines, oneLine } from '#domain/text.ts';

/** A contact message as typed. `website` is the honeypot field that only bots fill in. */
export type Message = {
  name: string;
  email: string;
  subject: string;
  message: string;
  website: string;
};

/** The errors of a message by field, in the order of the form. */
export type MessageErrors = { [Field in keyof Message]?: string };

/** One @ between something and a domain with a dot: catches typing errors. Only sending an email proves an address. */
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@.]{2,}$/;

/** All four are required and the email address must look like one (specification §5). */
export function validateMessage({
  name,
  email,
  subject,
  message,
}: Omit<Message, 'website'>): MessageErrors {
  return {
    ...(!name && { name: 'Name is required' }),
    ...(!EMAIL.test(email) && { email: email ? 'Invalid email address' : 'Email is required' }),
    ...(!subject && { subject: 'Subject is required' }),
    ...(!message && { message: 'Message is required' }),
  };
}

/** The message from a form, as the contract reads it. */
export function readMessage(form: HTMLFormElement): Message {
  const fields = new FormData(form);
  const text = (name: keyof Message) => String(fields.get(name) ?? '');
  return {
    name: oneLine(text('name')),
    email: emailText(text('email')),
    subject: oneLine(text('subject')),
    message: manyLines(text('message')),
    website: text('website'),
  };
}
