import { type ComponentProps, createElement as h, type ReactNode } from 'react';

/** A table that only lays out: the one way to put things beside each other that all mail programs know. */
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
