import * as z from 'zod/mini';
import { oneLine } from '#domain/text.ts';
import { Email } from './auth.ts';
import type { EndpointTable } from './endpoint.ts';
import { Honeypot, requiredLine, requiredText } from './fields.ts';

/** A message to the shop (specification §3). */
export const ContactMessage = z.strictObject({
  name: requiredLine(100, 'Name is required'),
  email: Email,
  /** On one line; a picture alone is a subject, too. */
  subject: requiredText(200, 'Subject is required', oneLine),
  message: requiredText(5000, 'Message is required'),
  website: Honeypot,
});
export type ContactMessage = z.infer<typeof ContactMessage>;

export const contactEndpoints = {
  'POST /contact-messages': {
    summary:
      'Write to the shop; the message is stored and emailed to the shop, and a reply goes to the sender',
    access: 'anyone',
    body: ContactMessage,
    status: 204,
    errors: ['proof_of_work_required'],
  },
} as const satisfies EndpointTable;
