import { type ComponentProps, Fragment, createElement as h, type ReactNode } from 'react';
import type { Block, Fact, Item } from './content.ts';
import { STYLES } from './theme.ts';

/** A block of an email as HTML. React escapes all text. */
export function emailBlock(block: Block, publicUrl: string): ReactNode {
  if (typeof block === 'string')
    return h('p', { className: 'body', style: STYLES.text }, ...withBreaks(block));
  switch (block.kind) {
    case 'picture':
      return h('img', {
        src: publicUrl + block.path,
        alt: block.text,
        width: 520,
        height: 273,
        style: STYLES.widePicture,
      });
    case 'action':
      return spaced(
        { width: undefined },
        tr(
          td(
            { className: 'button', style: STYLES.button },
            h('a', { href: block.url, style: STYLES.buttonLink }, block.label),
          ),
        ),
      );
    case 'code':
      return boxed(h('div', { className: 'foreground', style: STYLES.code }, block.code));
    case 'items':
      return spaced({}, ...block.items.map((item) => itemRow(item, publicUrl)));
    case 'facts':
      return spaced({}, ...block.facts.map(factRow));
    case 'lines':
      return boxed(
        h('p', { className: 'muted', style: STYLES.label }, block.title),
        h('p', { className: 'body', style: STYLES.lines }, ...withBreaks(block.lines.join('\n'))),
      );
    case 'quote':
      return spaced(
        {},
        tr(td({ className: 'body', style: STYLES.quote }, ...withBreaks(block.text))),
      );
    case 'note':
      return h(
        'p',
        { className: 'muted', style: STYLES.note },
        ...withBreaks(block.text),
        block.link && ' ',
        block.link &&
          h('a', { href: block.link.url, className: 'link', style: STYLES.link }, block.link.label),
      );
  }
}

function itemRow({ name, picture, quantity, price, subtotal }: Item, publicUrl: string) {
  const src = publicUrl + picture.replace(/\.webp$/, '-mail.jpg');
  return tr(
    td(
      { width: 64, className: 'row', style: STYLES.row },
      h('img', { src, alt: '', width: 64, height: 64, style: STYLES.picture }),
    ),
    td(
      { className: 'row', style: { ...STYLES.row, ...STYLES.itemWords } },
      h('p', { className: 'foreground', style: STYLES.itemName }, name),
      // Below the name, not beside it: a phone is too narrow for both.
      table(
        {},
        tr(
          td({ className: 'muted', style: STYLES.itemCount }, `${quantity} × ${price}`),
          td({ className: 'foreground', style: STYLES.amount }, subtotal),
        ),
      ),
    ),
  );
}

function factRow({ name, value, strong }: Fact) {
  const className = strong ? 'foreground' : 'body';
  const style = { ...STYLES.fact, ...(strong && STYLES.strong) };
  return tr(
    td({ className, style }, name),
    td({ className, style: { ...style, ...STYLES.factValue } }, value),
  );
}

function boxed(...children: ReactNode[]) {
  return spaced({}, tr(td({ className: 'box', style: STYLES.box }, ...children)));
}

/** A table with space below it. */
function spaced(props: Parameters<typeof table>[0], ...rows: ReactNode[]) {
  return table({ ...props, style: { borderCollapse: 'separate', margin: '6px 0 26px' } }, ...rows);
}

function withBreaks(text: string): ReactNode[] {
  return text
    .split('\n')
    .map((line, index) => h(Fragment, { key: index }, index > 0 && h('br'), ...unbroken(line)));
}

/** An order number, as `generate_order_number()` makes it; it would otherwise wrap at its hyphens. */
const ORDER_NUMBER = /(#AP-[0-9A-Z]{3}-[0-9A-Z]{3})/;

function unbroken(line: string): ReactNode[] {
  return line
    .split(ORDER_NUMBER)
    .map((part, index) =>
      index % 2 === 1 ? h('span', { key: index, style: STYLES.unbroken }, part) : part,
    );
}

/** A layout table: the only way to place things side by side that all mail programs support. */
export function table(props: ComponentProps<'table'>, ...rows: ReactNode[]) {
  return h(
    'table',
    { role: 'presentation', width: '100%', border: 0, cellPadding: 0, cellSpacing: 0, ...props },
    h('tbody', null, ...rows),
  );
}

export function tr(...cells: ReactNode[]) {
  return h('tr', null, ...cells);
}

export function td(props: ComponentProps<'td'>, ...children: ReactNode[]) {
  return h('td', props, ...children);
}
