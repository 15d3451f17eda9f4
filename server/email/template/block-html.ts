import { Fragment, createElement as h, type ReactNode } from 'react';
import type { Block, Fact, Item } from './content.ts';
import { table, td, tr } from './table.ts';
import { LOOK } from './theme.ts';

/** A block of a letter as HTML. React escapes whatever is written in it. */
export function letterBlock(block: Block, publicUrl: string): ReactNode {
  switch (block.kind) {
    case 'text':
      return h('p', { className: 'body', style: LOOK.text }, ...withBreaks(block.text));
    case 'action':
      return spaced(
        { width: undefined },
        tr(
          td(
            { className: 'button', style: LOOK.button },
            h('a', { href: block.url, style: LOOK.buttonLink }, block.label),
          ),
        ),
      );
    case 'code':
      return boxed(h('div', { className: 'ink', style: LOOK.code }, block.code));
    case 'items':
      return spaced({}, ...block.items.map((item) => itemRow(item, publicUrl)));
    case 'facts':
      return spaced({}, ...block.facts.map(factRow));
    case 'lines':
      return boxed(
        h('p', { className: 'muted', style: LOOK.label }, block.title),
        h('p', { className: 'body', style: LOOK.lines }, ...withBreaks(block.lines.join('\n'))),
      );
    case 'quote':
      return spaced(
        {},
        tr(td({ className: 'body', style: LOOK.quote }, ...withBreaks(block.text))),
      );
    case 'note':
      return h(
        'p',
        { className: 'muted', style: LOOK.note },
        ...withBreaks(block.text),
        block.link && ' ',
        block.link &&
          h('a', { href: block.link.url, className: 'link', style: LOOK.link }, block.link.label),
      );
  }
}

function itemRow({ name, picture, quantity, price, subtotal }: Item, publicUrl: string) {
  const src = publicUrl + picture.replace(/\.webp$/, '-mail.jpg');
  return tr(
    td(
      { width: 64, className: 'row', style: LOOK.row },
      h('img', { src, alt: '', width: 64, height: 64, style: LOOK.picture }),
    ),
    td(
      { className: 'row', style: { ...LOOK.row, ...LOOK.itemWords } },
      h('p', { className: 'ink', style: LOOK.itemName }, name),
      // Below the name and not beside it: on a phone both would have too little room.
      table(
        {},
        tr(
          td({ className: 'muted', style: LOOK.itemCount }, `${quantity} × ${price}`),
          td({ className: 'ink', style: LOOK.amount }, subtotal),
        ),
      ),
    ),
  );
}

function factRow({ name, value, strong }: Fact) {
  const className = strong ? 'ink' : 'body';
  const style = { ...LOOK.fact, ...(strong && LOOK.strong) };
  return tr(
    td({ className, style }, name),
    td({ className, style: { ...style, ...LOOK.factValue } }, value),
  );
}

function boxed(...children: ReactNode[]) {
  return spaced({}, tr(td({ className: 'box', style: LOOK.box }, ...children)));
}

/** A table with room below it. */
function spaced(props: Parameters<typeof table>[0], ...rows: ReactNode[]) {
  return table({ ...props, style: { borderCollapse: 'separate', margin: '6px 0 26px' } }, ...rows);
}

function withBreaks(text: string): ReactNode[] {
  return text
    .split('\n')
    .map((line, at) => h(Fragment, { key: at }, at > 0 && h('br'), ...unbroken(line)));
}

/** An order's number, as `generate_order_number()` makes it: at its hyphens a line would end. */
const ORDER_NUMBER = /(#AP-[0-9A-Z]{3}-[0-9A-Z]{3})/;

function unbroken(line: string): ReactNode[] {
  return line
    .split(ORDER_NUMBER)
    .map((part, at) => (at % 2 === 1 ? h('span', { key: at, style: LOOK.unbroken }, part) : part));
}
