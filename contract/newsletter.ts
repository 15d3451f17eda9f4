import * as z from 'zod/mini';
import { Email } from './auth.ts';
import { Honeypot } from './contact.ts';
import type { EndpointTable } from './endpoint.ts';

export const NewsletterForm = z.strictObject({ email: Email, website: Honeypot });
export type NewsletterForm = z.infer<typeof NewsletterForm>;

export const newsletterEndpoints = {
  'POST /newsletter-subscriptions': {
    summary:
      'Subscribe to the newsletter; an email asks the address to confirm. The response does not reveal who is subscribed',
    access: 'anyone',
    body: NewsletterForm,
    status: 204,
    errors: ['proof_of_work_required'],
  },
} as const satisfies EndpointTable;
