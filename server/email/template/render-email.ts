import type { Mail } from '#server/email/email.ts';
import type { EmailContent } from './content.ts';
import { renderText } from './render-text.ts';

/** Gives a letter its two forms. `publicUrl` is where its pictures come from. */
export async function renderEmail(letter: EmailContent, publicUrl: string): Promise<Mail> {
  // Loaded with the first mail: the renderer takes 30 ms and some memory, and the shop opens without it.
  const { renderHtml } = await import('./render-html.ts');
  const { onceKey, to, replyTo, headers, subject } = letter;
  return {
    onceKey,
    to,
    ...(replyTo !== undefined && { replyTo }),
    ...(headers && { headers }),
    subject: oneLine(subject),
    text: renderText(letter),
    html: renderHtml(letter, publicUrl),
  };
}

/** A line break in a header would begin another header. */
function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
