import { newsletterPath } from '#contract/newsletter.ts';
import type { Block, EmailContent } from '#server/email/template/content.ts';
import type { NewsletterRequest } from './queries.ts';
import { unsubscribeHeaders, unsubscribeLink } from './unsubscribe-link.ts';

/** Asks the address's owner to confirm the subscription; if confirmed already, says so. */
export function subscriptionEmail(
  requestId: string,
  { email, confirmed, unsubscribe_token }: NewsletterRequest,
  token: string,
  publicUrl: string,
): EmailContent {
  const unsubscribe = unsubscribeLink(unsubscribe_token, publicUrl);
  const confirm = `${publicUrl}${newsletterPath('confirm')}?token=${token}`;
  return {
    idempotencyKey: `newsletter:${requestId}`,
    to: email,
    headers: unsubscribeHeaders(unsubscribe),
    ...(confirmed
      ? {
          subject: 'You are subscribed already',
          preview: 'There is nothing to confirm.',
          heading: 'You are subscribed already',
          blocks: alreadySubscribed(unsubscribe),
        }
      : {
          subject: 'Please confirm your subscription',
          preview: 'Confirm to start receiving our newsletter.',
          heading: 'Confirm your subscription',
          blocks: pleaseConfirm(confirm),
        }),
    reason: 'You get this email because somebody entered this address in our newsletter form.',
  };
}

function alreadySubscribed(unsubscribe: string): Block[] {
  return [
    {
      kind: 'text',
      text: 'This address already gets our newsletter. There is nothing to confirm.',
    },
    {
      kind: 'note',
      text: 'If you do not want it:',
      link: { label: 'Unsubscribe', url: unsubscribe },
    },
  ];
}

function pleaseConfirm(confirm: string): Block[] {
  return [
    {
      kind: 'text',
      text: 'Somebody entered this address in our newsletter form. Was it you? Then please confirm.',
    },
    { kind: 'action', label: 'Yes, send it to me', url: confirm },
    {
      kind: 'note',
      text: 'The link is valid for a week. If it was not you, do nothing: we will send nothing and delete the address.',
    },
  ];
}
