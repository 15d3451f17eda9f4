import { useLayoutEffect } from 'react';
import { useShortcuts } from '#app/admin/keyboard/use-shortcuts.ts';

type ListKeys = {
  toggle: (id: string) => void;
  /** Ends the selection. */
  leave: () => void;
};

/** `j` and `k` move the focus through the orders, `x` selects the focused one, Escape ends the selection. */
export function useListKeys({ toggle, leave }: ListKeys): void {
  useLayoutEffect(() => {
    lastIndex = null;
    const onFocus = () => {
      const row = focusedRow();
      if (row) lastIndex = rows().indexOf(row);
    };
    window.addEventListener('focusin', onFocus);
    return () => window.removeEventListener('focusin', onFocus);
  }, []);
  useShortcuts({
    j: () => move(1),
    k: () => move(-1),
    x: () => {
      const id = focusedRow()?.dataset.order;
      if (id) toggle(id);
    },
    Escape: leave,
  });
}

const rows = () => [...document.querySelectorAll<HTMLElement>('[data-order]')];

function focusedRow(): HTMLElement | null {
  return document.activeElement?.closest<HTMLElement>('[data-order]') ?? null;
}

/** The index of the row that had the focus last. If that row has left the list, the next one now has this index. */
let lastIndex: number | null = null;

function move(by: 1 | -1): void {
  const all = rows();
  const focused = focusedRow();
  const at = focused ? all.indexOf(focused) + by : (lastIndex ?? (by > 0 ? 0 : all.length - 1));
  const link = all[Math.max(0, Math.min(all.length - 1, at))]?.querySelector('a');
  link?.focus();
  link?.scrollIntoView({ block: 'nearest' });
}
