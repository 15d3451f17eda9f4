import { html, raw } from 'hono/html';
import { oneLine } from '#domain/text.ts';
import type { RenderedEmail } from '#server/email/email.ts';
import { emailBlock, type Html, table } from './block-html.ts';
import type { Block, EmailContent } from './content.ts';
import { STYLE_SHEET, STYLES } from './theme.ts';

/**
 * Renders an email as HTML and plain text. Its pictures have URLs under `publicUrl`. An email is data, so that it cannot
 * forget its plain text, and one renderer escapes what strangers wrote. Not React Email: 81 MB in 99 packages, and Node
 * cannot load `.tsx`.
 */
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

/** The email as HTML: one column, at most 600 px wide, that every mail program lays out alike. */
function renderHtml(email: EmailContent, publicUrl: string): string {
  const { subject, preview } = email;
  // Old mail programs lay tables out correctly only with this doctype.
  // The format detection would link order numbers as telephone numbers.
  return String(html`<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">
<html lang="en" dir="ltr">
  <head>
    <meta http-equiv="Content-Type" content="text/html; charset=UTF-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="supported-color-schemes" content="light dark">
    <meta name="x-apple-disable-message-reformatting">
    <meta name="format-detection" content="telephone=no,date=no,address=no,email=no">
    <title>${subject}</title>
    <style>${raw(STYLE_SHEET)}</style>
  </head>
  <body class="ground" style="${STYLES.ground}">
    <div style="${STYLES.hidden}">${preview}${filler(preview)}</div>
    <table class="ground" role="presentation" width="100%" border="0" cellpadding="0" cellspacing="0" style="${STYLES.groundTable}">
      <tr><td align="center" style="${STYLES.groundCell}">${sheet(email, publicUrl)}</td></tr>
    </table>
  </body>
</html>`);
}

function sheet({ heading, blocks, reason }: EmailContent, publicUrl: string): Html {
  // The logo is a picture with its own background, because mail programs recolour backgrounds but not pictures.
  const logo = html`<img src="${publicUrl}/pictures/logo-mail.png" alt="Aparajita" width="185" height="40" style="${STYLES.logo}">`;
  const rows = html`<tr><td class="pad" style="${STYLES.band}"><a href="${publicUrl}" style="text-decoration:none">${logo}</a></td></tr>
    <tr><td class="surface pad" style="${STYLES.surface}">
      <h1 class="foreground" style="${STYLES.heading}">${heading}</h1>
      ${blocks.map((block) => emailBlock(block, publicUrl))}
    </td></tr>
    <tr><td class="muted pad" style="${STYLES.foot}"><a href="${publicUrl}" class="foreground" style="${STYLES.footLink}">Aparajita</a> · Butterfly pea flower tea<br>${reason}</td></tr>`;
  return table(STYLES.sheet, rows);
}

/**
 * Pads the preview text with invisible characters, so that mail programs, which show 150 characters, do not append the
 * beginning of the email.
 */
function filler(preview: string): string {
  return FILLER.repeat(Math.max(0, PREVIEW_LENGTH - preview.length));
}

const FILLER = '\u00a0\u200c\u200b\u200d\u200e\u200f\ufeff';
const PREVIEW_LENGTH = 150;
