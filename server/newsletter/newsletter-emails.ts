import type { Block, EmailContent } from '#server/email/template/content.ts';
import { leaveHeaders, leaveLink } from './leave-link.ts';
import type { NewsletterRequest } from './queries.ts';

/** Asks the address's owner to confirm the subscription; if confirmed already, says so. */
export function newsletterMail(
  requestId: string,
  { email, confirmed, leaving_key }: NewsletterRequest,
  token: string,
  publicUrl: string,
): EmailContent {
  const leave = leaveLink(leaving_key, publicUrl);
  const confirm = `${publicUrl}/newsletter/confirm?token=${token}`;
  return {
    onceKey: `newsletter:${requestId}`,
    to: email,
    headers: leaveHeaders(leave),
    ...(confirmed
      ? {
          subject: 'You are subscribed already',
          preview: 'There is nothing to confirm.',
          heading: 'You are subscribed already',
          blocks: alreadySubscribed(leave),
        }
      : {
          subject: 'Please confirm your subscription',
          preview: 'One press, and our letters come to you.',
          heading: 'Shall we write to you?',
          blocks: pleaseConfirm(confirm),
        }),
    reason: 'You get this mail because somebody typed this address into our newsletter’s box.',
  };
}

function alreadySubscribed(leave: string): Block[] {
  return [
    {
      kind: 'text',
      text: 'This address gets our newsletter already: there is nothing to confirm.',
    },
    {
      kind: 'note',
      text: 'If you would rather not have it:',
      link: { label: 'Unsubscribe', url: leave },
    },
  ];
}

function pleaseConfirm(confirm: string): Block[] {
  return [
    {
      kind: 'text',
      text: 'Somebody, we hope you, has asked for our newsletter at this address.',
    },
    { kind: 'action', label: 'Yes, send it to me', url: confirm },
    {
      kind: 'note',
      text: 'The link is good for a week. If it was not you, do nothing: without your word we send nothing and forget the address.',
    },
  ];
}
