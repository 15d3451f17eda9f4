import type { Campaign } from '#contract/admin/newsletter.ts';
import { AppError } from '#contract/errors.ts';

/** @throws AppError invalid_input, naming the fields that a campaign still needs before it is sent. */
export function requireComplete({
  subject,
  heading,
  text,
  button_label,
  button_url,
  ...campaign
}: Campaign): void {
  const fields = {
    ...(!subject && { subject: 'Write the subject' }),
    ...(!heading && { heading: 'Write the heading' }),
    ...(!text && { text: 'Write the text' }),
    ...(button_url && !button_label && { button_label: 'Name the button' }),
    ...(button_label && !button_url && { button_url: 'Say where the button leads' }),
    ...(campaign.picture &&
      !campaign.picture_text && { picture_text: 'Say what the picture shows' }),
  };
  if (Object.keys(fields).length > 0) throw new AppError('invalid_input', { fields });
}
