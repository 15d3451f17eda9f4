import { Fragment, createElement as h } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { emailBlock, table, td, tr } from './block-html.ts';
import type { EmailContent } from './content.ts';
import { STYLE_SHEET, STYLES } from './theme.ts';

/** The email as HTML: one column, at most 600 px wide, that every mail program lays out alike. */
export function renderHtml(email: EmailContent, publicUrl: string): string {
  const html = renderToStaticMarkup(document(email, publicUrl));
  // React adds preloads for pictures, which are useless in an email.
  return DOCTYPE + html.replace(/<link rel="preload" as="image"[^>]*>/g, '');
}

/** Old mail programs lay tables out correctly only with this doctype. */
const DOCTYPE =
  '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">';

function document({ subject, preview, heading, blocks, reason }: EmailContent, publicUrl: string) {
  return h(
    'html',
    { lang: 'en', dir: 'ltr' },
    h(
      'head',
      null,
      h('meta', { httpEquiv: 'Content-Type', content: 'text/html; charset=UTF-8' }),
      h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
      h('meta', { name: 'color-scheme', content: 'light dark' }),
      h('meta', { name: 'supported-color-schemes', content: 'light dark' }),
      h('meta', { name: 'x-apple-disable-message-reformatting' }),
      // Keeps mail programs from linking order numbers as telephone numbers.
      h('meta', { name: 'format-detection', content: 'telephone=no,date=no,address=no,email=no' }),
      h('title', null, subject),
      h('style', null, STYLE_SHEET),
    ),
    h(
      'body',
      { className: 'ground', style: STYLES.ground },
      h('div', { style: STYLES.hidden }, preview, filler(preview)),
      table(
        { className: 'ground', style: { ...STYLES.ground, width: '100%' } },
        tr(
          td(
            { align: 'center', style: { padding: '24px 12px 32px' } },
            table(
              { style: STYLES.sheet },
              tr(td({ className: 'pad', style: STYLES.band }, logo(publicUrl))),
              tr(
                td(
                  { className: 'surface pad', style: STYLES.surface },
                  h('h1', { className: 'foreground', style: STYLES.heading }, heading),
                  ...blocks.map((block) => emailBlock(block, publicUrl)),
                ),
              ),
              tr(td({ className: 'muted pad', style: STYLES.foot }, foot(reason, publicUrl))),
            ),
          ),
        ),
      ),
    ),
  );
}

/** A picture with its own background, because mail programs recolour backgrounds but not pictures. */
function logo(publicUrl: string) {
  const src = `${publicUrl}/pictures/logo-mail.png`;
  const picture = { src, alt: 'Aparajita', width: 185, height: 40, style: STYLES.logo };
  return h('a', { href: publicUrl, style: { textDecoration: 'none' } }, h('img', picture));
}

function foot(reason: string, publicUrl: string) {
  const name = h(
    'a',
    { href: publicUrl, className: 'foreground', style: STYLES.footLink },
    'Aparajita',
  );
  return h(Fragment, null, name, ' · Butterfly pea flower tea', h('br'), reason);
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
