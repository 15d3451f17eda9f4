import { type ComponentProps, createElement as h, type ReactNode } from 'react';

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
