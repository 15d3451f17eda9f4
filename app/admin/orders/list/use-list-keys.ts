import { useShortcuts } from '#app/admin/keyboard/use-shortcuts.ts';

type ListKeys = {
  toggle: (id: string) => void;
  /** Ends the selection. */
  leave: () => void;
};

/** `j` and `k` move the focus through the orders, `x` selects the focused one, Escape ends the selection. */
export function useListKeys({ toggle, leave }: ListKeys): void {
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

function move(by: 1 | -1): void {
  const all = rows();
  const focused = focusedRow();
  const at = focused ? all.indexOf(focused) + by : by > 0 ? 0 : all.length - 1;
  const link = all[Math.max(0, Math.min(all.length - 1, at))]?.querySelector('a');
  link?.focus();
  link?.scrollIntoView({ block: 'nearest' });
}
