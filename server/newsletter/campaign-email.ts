import { oneLine } from '#domain/text.ts';
import type { Block, EmailContent } from '#server/email/template/content.ts';
import type { CampaignText, Delivery } from './queries.ts';
import { unsubscribeHeaders, unsubscribeLink } from './unsubscribe-link.ts';

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
    ...paragraphs.filter(Boolean).map((text) => ({ kind: 'text' as const, text })),
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
