import { useSearchParams } from 'react-router';
import { useChangeParams } from '#app/admin/use-change-params.ts';
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
