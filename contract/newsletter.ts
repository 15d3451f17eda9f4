import * as z from 'zod/mini';
import { Email } from './auth.ts';
import type { EndpointTable } from './endpoint.ts';
import { Honeypot } from './fields.ts';

export const NewsletterForm = z.strictObject({ email: Email, website: Honeypot });
export type NewsletterForm = z.infer<typeof NewsletterForm>;

/** The steps that have a page. Emails link to `confirm` and `unsubscribe`; the others are results of a form. */
export type NewsletterStep =
  | 'requested'
  | 'confirm'
  | 'confirmed'
  | 'expired'
  | 'unsubscribe'
  | 'left'
  | 'earlier'
  | 'incomplete';

export function newsletterPath(step: NewsletterStep) {
  return `/newsletter/${step}` as const;
}

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
