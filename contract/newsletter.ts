import * as z from 'zod/mini';
import { Email } from './auth.ts';
import { Honeypot } from './contact.ts';
import type { EndpointTable } from './endpoint.ts';

export const NewsletterForm = z.strictObject({ email: Email, website: Honeypot });
export type NewsletterForm = z.infer<typeof NewsletterForm>;

export const newsletterEndpoints = {
  'POST /newsletter-subscriptions': {
    summary:
      'Ask for the newsletter; a mail asks the address to confirm. The answer tells nothing about who is subscribed',
    access: 'anyone',
    body: NewsletterForm,
    status: 204,
    errors: ['proof_of_work_required'],
  },
} as const satisfies EndpointTable;
