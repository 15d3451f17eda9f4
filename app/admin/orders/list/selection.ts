import { useSearchParams } from 'react-router';
import { useChangeParams } from '#app/admin/use-change-params.ts';

/** The URL's parameter with the ids of the selected orders. */
export const SELECTED = 'selected';

/** The selected orders, kept in the URL: a reload, Back after printing, and a sent link keep them. */
export function useSelection() {
  const [params] = useSearchParams();
  const changeParams = useChangeParams({ replace: true, preventScrollReset: true });

  const change = (changeSelection: (selected: Set<string>) => void) =>
    changeParams((latest) => {
      const selected = selectedIn(latest);
      changeSelection(selected);
      if (selected.size > 0) latest.set(SELECTED, [...selected].join(','));
      else latest.delete(SELECTED);
    });

  return {
    selected: selectedIn(params),
    toggle: (id: string) =>
      change((selected) => {
        if (!selected.delete(id)) selected.add(id);
      }),
    select: (ids: Iterable<string>) =>
      change((selected) => {
        for (const id of ids) selected.add(id);
      }),
    deselect: (ids: Iterable<string>) =>
      change((selected) => {
        for (const id of ids) selected.delete(id);
      }),
    clear: () => changeParams((latest) => latest.delete(SELECTED)),
  };
}

const selectedIn = (params: URLSearchParams) =>
  new Set((params.get(SELECTED) ?? '').split(',').filter(Boolean));
