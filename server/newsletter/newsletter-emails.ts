import type { Block, EmailContent } from '#server/email/template/content.ts';
import type { NewsletterRequest } from './queries.ts';

/** Asks the address's owner to confirm the subscription; if confirmed already, says so. */
export function newsletterMail(
  requestId: string,
  { email, confirmed, unsubscribe_token }: NewsletterRequest,
  token: string,
  publicUrl: string,
): EmailContent {
  const unsubscribeUrl = `${publicUrl}/newsletter/unsubscribe?key=${unsubscribe_token}`;
  const confirmUrl = `${publicUrl}/newsletter/confirm?token=${token}`;
  return {
    idempotencyKey: `newsletter:${requestId}`,
    to: email,
    headers: {
      'List-Unsubscribe': `<${unsubscribeUrl}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
    ...(confirmed
      ? {
          subject: 'You are subscribed already',
          preview: 'There is nothing to confirm.',
          heading: 'You are subscribed already',
          blocks: alreadySubscribed(unsubscribeUrl),
        }
      : {
          subject: 'Please confirm your subscription',
          preview: 'Press the button to get our newsletter.',
          heading: 'Confirm your subscription',
          blocks: pleaseConfirm(confirmUrl),
        }),
    reason: 'You get this mail because somebody entered this address in our newsletter form.',
  };
}

function alreadySubscribed(unsubscribeUrl: string): Block[] {
  return [
    {
      kind: 'text',
      text: 'This address gets our newsletter already: there is nothing to confirm.',
    },
    {
      kind: 'note',
      text: 'If you would rather not have it:',
      link: { label: 'Unsubscribe', url: unsubscribeUrl },
    },
  ];
}

function pleaseConfirm(confirmUrl: string): Block[] {
  return [
    {
      kind: 'text',
      text: 'Somebody, probably you, asked for our newsletter at this address.',
    },
    { kind: 'action', label: 'Yes, send it to me', url: confirmUrl },
    {
      kind: 'note',
      text: 'The link works for a week. If this was not you, do nothing: we send nothing more and delete the address.',
    },
  ];
}
