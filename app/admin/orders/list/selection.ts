import { useSearchParams } from 'react-router';
import { useChangeParams } from '#app/admin/filters.tsx';
import { useShortcuts } from '#app/admin/keyboard/use-shortcuts.ts';
import { takeOrderNumbers } from '#domain/order-number.ts';

/** The URL's parameter with the numbers of the selected orders. */
export const SELECTED = 'selected';

/**
 * The numbers of the selected orders of this page of the list. Kept in the URL, so that a reload and Back after printing
 * keep them; another page begins without.
 */
export function useSelection() {
  const [params] = useSearchParams();
  const changeParams = useChangeParams({ replace: true, preventScrollReset: true });
  const change = (edit: (selected: ReadonlySet<string>) => readonly string[]) =>
    changeParams((latest) => {
      const numbers = edit(readNumbers(latest));
      if (numbers.length > 0) latest.set(SELECTED, numbers.join(','));
      else latest.delete(SELECTED);
    });
  return {
    selected: readNumbers(params),
    select: (numbers: readonly string[]) => change((now) => [...new Set([...now, ...numbers])]),
    deselect: (numbers: readonly string[]) => change((now) => without(now, numbers)),
    toggle: (number: string) =>
      change((now) => (now.has(number) ? without(now, [number]) : [...now, number])),
    clear: () => change(() => []),
  };
}

const without = (selected: ReadonlySet<string>, numbers: readonly string[]) =>
  [...selected].filter((each) => !numbers.includes(each));

/** The order numbers of the URL; anything else is ignored: an old link still opens the list. */
function readNumbers(params: URLSearchParams): Set<string> {
  const parts = params.get(SELECTED)?.split(',') ?? [];
  return new Set(parts.flatMap((part) => takeOrderNumbers(part).numbers));
}

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
