import { newsletterPath } from '#contract/newsletter.ts';
import { discountPath } from '#contract/page-paths.ts';
import { formatDay } from '#domain/day.ts';
import { oneLine } from '#domain/text.ts';
import type { Block, EmailContent } from '#server/email/template/content.ts';
import type { CampaignText, Delivery, NewsletterRequest } from './newsletter.ts';

/** Asks the address's owner to confirm the subscription; if confirmed already, says so. */
export function subscriptionEmail(
  requestId: string,
  request: NewsletterRequest,
  token: string,
  publicUrl: string,
): EmailContent {
  const { email, confirmed, unsubscribe_token, offer } = request;
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
          blocks: [
            'This address already gets our newsletter. There is nothing to confirm.',
            ...(offer ? offerBlocks(offer, publicUrl) : []),
            {
              kind: 'note',
              text: 'If you do not want it:',
              link: { label: 'Unsubscribe', url: unsubscribe },
            },
          ],
        }
      : {
          subject: 'Please confirm your subscription',
          preview: 'Confirm to start receiving our newsletter.',
          heading: 'Confirm your subscription',
          blocks: [
            'Somebody entered this address in our newsletter form. Was it you? Then please confirm.',
            ...(offer
              ? [`Then ${takesOff(offer)}. It works for an account with this email address.`]
              : []),
            { kind: 'action', label: 'Yes, send it to me', url: confirm },
            {
              kind: 'note',
              text: 'The link is valid for a week. If it was not you, do nothing: we will send nothing and delete the address.',
            },
          ],
        }),
    reason: 'You get this email because somebody entered this address in our newsletter form.',
  };
}

function offerBlocks(offer: Offer, publicUrl: string): Block[] {
  const url = `${publicUrl}${discountPath(offer.code)}`;
  return [
    `For an account with this email address ${takesOff(offer)}, until ${formatDay(offer.ends_at)}.`,
    { kind: 'action', label: 'Shop now', url },
  ];
}

type Offer = NonNullable<NewsletterRequest['offer']>;

const takesOff = ({ code, percent }: Offer) =>
  `the code ${code} takes ${percent}% off your first order`;

const REASON = 'You get this email because you subscribed to our newsletter.';

/** The email of a campaign to one subscriber, with their own link to unsubscribe. */
export function campaignEmail(delivery: Delivery, publicUrl: string): EmailContent {
  const unsubscribe = unsubscribeLink(delivery.unsubscribe_token, publicUrl);
  return {
    ...contentOf(delivery, {
      kind: 'note',
      text: 'If you no longer want our newsletter:',
      link: { label: 'Unsubscribe', url: unsubscribe },
    }),
    idempotencyKey: `newsletter-letter:${delivery.id}`,
    to: delivery.email,
    headers: unsubscribeHeaders(unsubscribe),
  };
}

/** The same campaign to its writer, before anybody else gets it. */
export function testCampaignEmail(
  campaign: CampaignText,
  to: string,
  testId: string,
): EmailContent {
  return {
    ...contentOf(campaign, {
      kind: 'note',
      text: 'This is a test. Your subscribers see the link to unsubscribe here.',
    }),
    idempotencyKey: `newsletter-test:${testId}`,
    to,
    subject: `Test: ${campaign.subject}`,
  };
}

function contentOf(campaign: CampaignText, end: Block) {
  const paragraphs = campaign.text.split(/\n{2,}/).map((text) => text.trim());
  const blocks: Block[] = [
    ...(campaign.picture
      ? [{ kind: 'picture' as const, path: campaign.picture, text: campaign.picture_text }]
      : []),
    ...paragraphs.filter(Boolean),
    ...(campaign.button_label && campaign.button_url
      ? [{ kind: 'action' as const, label: campaign.button_label, url: campaign.button_url }]
      : []),
    end,
  ];
  const { subject, heading } = campaign;
  return {
    subject,
    preview: oneLine(campaign.text).slice(0, PREVIEW_LENGTH),
    heading,
    blocks,
    reason: REASON,
  };
}

const PREVIEW_LENGTH = 140;

/** The link that unsubscribes an address. */
export function unsubscribeLink(token: string, publicUrl: string): string {
  return `${publicUrl}${newsletterPath('unsubscribe')}?key=${token}`;
}

/** With these, mail programs show a button that unsubscribes (RFC 8058). */
function unsubscribeHeaders(link: string): Record<string, string> {
  return {
    'List-Unsubscribe': `<${link}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
}
