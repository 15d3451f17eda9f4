import { oneLine } from '#server/email/one-line.ts';
import type { Block, EmailContent } from '#server/email/template/content.ts';
import type { Delivery, LetterText } from './queries.ts';
import { unsubscribeHeaders, unsubscribeLink } from './unsubscribe-link.ts';

const REASON = 'You get this letter because you subscribed to our newsletter.';

/** The letter to one reader, with their own link to unsubscribe. */
export function letterMail(delivery: Delivery, publicUrl: string): EmailContent {
  const unsubscribe = unsubscribeLink(delivery.unsubscribe_token, publicUrl);
  return {
    ...contentOf(delivery, {
      kind: 'note',
      text: 'If you would rather not have our letters:',
      link: { label: 'Unsubscribe', url: unsubscribe },
    }),
    idempotencyKey: `newsletter-letter:${delivery.id}`,
    to: delivery.email,
    headers: unsubscribeHeaders(unsubscribe),
  };
}

/** The same letter to its writer, before anybody else gets it. */
export function testLetterMail(letter: LetterText, to: string, testId: string): EmailContent {
  return {
    ...contentOf(letter, {
      kind: 'note',
      text: 'This is a test. In the letters to your readers, the link to unsubscribe stands here.',
    }),
    idempotencyKey: `newsletter-test:${testId}`,
    to,
    subject: `Test: ${letter.subject}`,
  };
}

function contentOf(letter: LetterText, end: Block) {
  const paragraphs = letter.text.split(/\n{2,}/).map((text) => text.trim());
  const blocks: Block[] = [
    ...(letter.picture
      ? [{ kind: 'picture' as const, path: letter.picture, text: letter.picture_text }]
      : []),
    ...paragraphs.filter(Boolean).map((text) => ({ kind: 'text' as const, text })),
    ...(letter.button_label && letter.button_url
      ? [{ kind: 'action' as const, label: letter.button_label, url: letter.button_url }]
      : []),
    end,
  ];
  const { subject, heading } = letter;
  return {
    subject,
    preview: oneLine(letter.text).slice(0, PREVIEW_LENGTH),
    heading,
    blocks,
    reason: REASON,
  };
}

const PREVIEW_LENGTH = 140;
