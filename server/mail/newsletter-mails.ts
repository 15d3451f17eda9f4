import type { NewsletterRequest } from '../newsletter/queries.ts';
import type { Mail } from './mail.ts';
import { asHtml } from './order-confirmation.ts';

/** Asks an address whether it was its owner who typed it; tells one that is subscribed that it is. */
export function newsletterMail(
  requestId: string,
  { email, confirmed, leaving_key }: NewsletterRequest,
  token: string,
  publicUrl: string,
): Mail {
  const leave = `${publicUrl}/newsletter/unsubscribe?key=${leaving_key}`;
  const lines = confirmed
    ? [
        'This address gets our newsletter already: there is nothing to confirm.',
        '',
        `If you would rather not have it: ${leave}`,
      ]
    : [
        'Somebody, we hope you, has asked for our newsletter at this address.',
        '',
        `Yes, send it to me: ${publicUrl}/newsletter/confirm?token=${token}`,
        '',
        'The link is good for a week. If it was not you, do nothing: without your word we send nothing and forget the address.',
      ];
  const text = lines.join('\n');
  return {
    onceKey: `newsletter:${requestId}`,
    to: email,
    headers: {
      'List-Unsubscribe': `<${leave}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
    subject: confirmed ? 'You are subscribed already' : 'Please confirm your subscription',
    text,
    html: asHtml(text),
  };
}
