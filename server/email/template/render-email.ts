import { oneLine } from '#domain/text.ts';
import type { RenderedEmail } from '#server/email/email.ts';
import type { Block, EmailContent } from './content.ts';
import { renderHtml } from './render-html.ts';

/** Renders an email as HTML and plain text. Its pictures have URLs under `publicUrl`. */
export function renderEmail(email: EmailContent, publicUrl: string): RenderedEmail {
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

/** The email as plain text: all its content, with every link in full. */
function renderText({ heading, blocks, reason }: EmailContent): string {
  return [heading, ...blocks.map(blockText).filter(Boolean), `--\nAparajita · ${reason}`].join(
    '\n\n',
  );
}

function blockText(block: Block): string {
  if (typeof block === 'string') return block;
  switch (block.kind) {
    case 'action':
      return `${block.label}: ${block.url}`;
    case 'picture':
      return ''; // decoration
    case 'code':
      return block.code;
    case 'items':
      return block.items
        .map(
          ({ name, quantity, price, subtotal }) => `${name}: ${quantity} × ${price} = ${subtotal}`,
        )
        .join('\n');
    case 'facts':
      return block.facts.map(({ name, value }) => `${name}: ${value}`).join('\n');
    case 'lines':
      return [`${block.title}:`, ...block.lines].join('\n');
    case 'quote':
      return block.text
        .split('\n')
        .map((line) => `> ${line}`)
        .join('\n');
    case 'note':
      return block.link ? `${block.text} ${linkText(block.text, block.link)}` : block.text;
  }
}

/** A text that ends with a colon names the link already: here its label would only repeat that. */
function linkText(before: string, { label, url }: { label: string; url: string }): string {
  return before.endsWith(':') ? url : `${label}: ${url}`;
}
