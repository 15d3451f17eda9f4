import { html } from 'hono/html';
import type { Block, Fact, Item } from './content.ts';
import { STYLES } from './theme.ts';

export type Html = ReturnType<typeof html>;

/** A block of an email as HTML. The tag escapes all text. */
export function emailBlock(block: Block, publicUrl: string): Html {
  if (typeof block === 'string')
    return html`<p class="body" style="${STYLES.text}">${withBreaks(block)}</p>`;
  switch (block.kind) {
    case 'picture':
      return html`<img src="${publicUrl + block.path}" alt="${block.text}" width="520" height="273" style="${STYLES.widePicture}">`;
    case 'action':
      return html`<table role="presentation" border="0" cellpadding="0" cellspacing="0" style="${STYLES.spaced}">
        <tr><td class="button" style="${STYLES.button}"><a href="${block.url}" style="${STYLES.buttonLink}">${block.label}</a></td></tr>
      </table>`;
    case 'code':
      return boxed(html`<div class="foreground" style="${STYLES.code}">${block.code}</div>`);
    case 'items':
      return table(
        STYLES.spaced,
        block.items.map((item) => itemRow(item, publicUrl)),
      );
    case 'facts':
      return table(STYLES.spaced, block.facts.map(factRow));
    case 'lines':
      return boxed(html`<p class="muted" style="${STYLES.label}">${block.title}</p>
        <p class="body" style="${STYLES.lines}">${withBreaks(block.lines.join('\n'))}</p>`);
    case 'quote':
      return table(
        STYLES.spaced,
        html`<tr><td class="body" style="${STYLES.quote}">${withBreaks(block.text)}</td></tr>`,
      );
    case 'note': {
      const { text, link } = block;
      const after =
        link && html` <a href="${link.url}" class="link" style="${STYLES.link}">${link.label}</a>`;
      return html`<p class="muted" style="${STYLES.note}">${withBreaks(text)}${after}</p>`;
    }
  }
}

/** A layout table: the only way to place things side by side that all mail programs support. */
export function table(style: string, rows: Html | Html[]): Html {
  return html`<table role="presentation" width="100%" border="0" cellpadding="0" cellspacing="0" style="${style}">${rows}</table>`;
}

function itemRow({ name, picture, quantity, price, subtotal }: Item, publicUrl: string): Html {
  const src = publicUrl + picture.replace(/\.webp$/, '-mail.jpg');
  // Price and amount are below the name, not beside it: a phone is too narrow for both.
  const amounts = html`<tr>
    <td class="muted" style="${STYLES.itemCount}">${quantity} × ${price}</td>
    <td class="foreground" style="${STYLES.amount}">${subtotal}</td>
  </tr>`;
  return html`<tr>
    <td width="64" class="row" style="${STYLES.row}"><img src="${src}" alt="" width="64" height="64" style="${STYLES.picture}"></td>
    <td class="row" style="${STYLES.itemText}">
      <p class="foreground" style="${STYLES.itemName}">${name}</p>
      ${table('', amounts)}
    </td>
  </tr>`;
}

function factRow({ name, value, strong }: Fact): Html {
  const [className, style] = strong ? ['foreground', STYLES.strongFact] : ['body', STYLES.fact];
  return html`<tr>
    <td class="${className}" style="${style}">${name}</td>
    <td class="${className}" style="${style + STYLES.factValue}">${value}</td>
  </tr>`;
}

function boxed(content: Html): Html {
  return table(STYLES.spaced, html`<tr><td class="box" style="${STYLES.box}">${content}</td></tr>`);
}

/** An order number, as `generate_order_number()` makes it; it would otherwise wrap at its hyphens. */
const ORDER_NUMBER = /(#AP-[0-9A-Z]{3}-[0-9A-Z]{3})/;

function withBreaks(text: string): (string | Html)[] {
  return text
    .split('\n')
    .flatMap((line, index) => [
      index > 0 ? html`<br>` : '',
      ...line
        .split(ORDER_NUMBER)
        .map((part, at) =>
          at % 2 === 1 ? html`<span style="${STYLES.unbroken}">${part}</span>` : part,
        ),
    ]);
}
