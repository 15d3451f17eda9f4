import { oneLine } from '#domain/text.ts';
import type { RenderedEmail } from '#server/email/email.ts';
import type { EmailContent } from './content.ts';
import { renderText } from './render-text.ts';

/** Renders an email as HTML and plain text. Its pictures have URLs under `publicUrl`. */
export async function renderEmail(email: EmailContent, publicUrl: string): Promise<RenderedEmail> {
  const { renderHtml } = await importRenderer();
  const { idempotencyKey, to, replyTo, headers, subject } = email;
  return {
    idempotencyKey,
    to,
    ...(replyTo !== undefined && { replyTo }),
    ...(headers && { headers }),
    subject: oneLine(subject),
    text: renderText(email),
    html: renderHtml(email, publicUrl),
  };
}

let renderer: Promise<typeof import('./render-html.ts')> | undefined;

/**
 * Imported with the first email: the renderer takes 30 ms and some memory, which the start of the shop saves. Once:
 * Node resolves the module anew with every import().
 */
function importRenderer() {
  renderer ??= import('./render-html.ts').catch((error) => {
    renderer = undefined; // the next email tries again
    throw error;
  });
  return renderer;
}
