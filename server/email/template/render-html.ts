import { Fragment, createElement as h } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { letterBlock } from './block-html.ts';
import type { EmailContent } from './content.ts';
import { table, td, tr } from './table.ts';
import { LOOK, STYLE_SHEET } from './theme.ts';

/** The letter on the shop's paper: one column, at most 600 px, that every mail program lays out alike. */
export function renderHtml(letter: EmailContent, publicUrl: string): string {
  const html = renderToStaticMarkup(document(letter, publicUrl));
  // React asks the reader to load pictures early, which is a page's business.
  return DOCTYPE + html.replace(/<link rel="preload" as="image"[^>]*>/g, '');
}

/** The one under which old mail programs lay tables out as they should. */
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
      // Numbers of orders are no telephone numbers.
      h('meta', { name: 'format-detection', content: 'telephone=no,date=no,address=no,email=no' }),
      h('title', null, subject),
      h('style', null, STYLE_SHEET),
    ),
    h(
      'body',
      { className: 'ground', style: LOOK.ground },
      h('div', { style: LOOK.hidden }, preview, filler(preview)),
      table(
        { className: 'ground', style: { ...LOOK.ground, width: '100%' } },
        tr(
          td(
            { align: 'center', style: { padding: '24px 12px 32px' } },
            table(
              { style: LOOK.sheet },
              tr(td({ className: 'pad', style: LOOK.band }, logo(publicUrl))),
              tr(
                td(
                  { className: 'paper pad', style: LOOK.paper },
                  h('h1', { className: 'ink', style: LOOK.heading }, heading),
                  ...blocks.map((block) => letterBlock(block, publicUrl)),
                ),
              ),
              tr(td({ className: 'muted pad', style: LOOK.foot }, foot(reason, publicUrl))),
            ),
          ),
        ),
      ),
    ),
  );
}

/** On a ground of its own, because mail programs recolour grounds and never pictures. */
function logo(publicUrl: string) {
  const src = `${publicUrl}/pictures/logo-mail.png`;
  const picture = { src, alt: 'Aparajita', width: 185, height: 40, style: LOOK.logo };
  return h('a', { href: publicUrl, style: { textDecoration: 'none' } }, h('img', picture));
}

function foot(reason: string, publicUrl: string) {
  const name = h('a', { href: publicUrl, className: 'ink', style: LOOK.footLink }, 'Aparajita');
  return h(Fragment, null, name, ' · Butterfly pea flower tea', h('br'), reason);
}

/** Keeps the beginning of the letter out of what is shown beside the subject, of which there is room for 150 letters. */
function filler(preview: string): string {
  return FILLER.repeat(Math.max(0, PREVIEW_LENGTH - preview.length));
}

const FILLER = '\u00a0\u200c\u200b\u200d\u200e\u200f\ufeff';
const PREVIEW_LENGTH = 150;
