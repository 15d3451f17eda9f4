import { useSearchParams } from 'react-router';

/** The URL's parameter with the ids of the selected orders. */
const SELECTED = 'selected';

/** The selected orders, kept in the URL: a reload, Back after printing, and a sent link keep them. */
export function useSelection() {
  const [params, setParams] = useSearchParams();
  const selected = new Set((params.get(SELECTED) ?? '').split(',').filter(Boolean));

  function select(ids: Iterable<string>) {
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        const list = [...ids];
        if (list.length > 0) next.set(SELECTED, list.join(','));
        else next.delete(SELECTED);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  }

  return {
    selected,
    select,
    toggle(id: string) {
      const next = new Set(selected);
      if (!next.delete(id)) next.add(id);
      select(next);
    },
  };
}
