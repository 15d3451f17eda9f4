import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';

/** The URL's parameter with the ids of the selected orders. */
const SELECTED = 'selected';

/** The selected orders, kept in the URL: a reload, Back after printing, and a sent link keep them. */
export function useSelection() {
  const [params, setParams] = useSearchParams();
  const inUrl = params.get(SELECTED) ?? '';
  const selected = idsIn(inUrl);
  // Kept in a ref too, because the URL follows a moment later: ticking two orders quickly selects both.
  const latest = useRef(inUrl);
  useEffect(() => {
    latest.current = inUrl;
  }, [inUrl]);

  function select(ids: Iterable<string>) {
    const list = [...ids].join(',');
    latest.current = list;
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        if (list) next.set(SELECTED, list);
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
      const next = idsIn(latest.current);
      if (!next.delete(id)) next.add(id);
      select(next);
    },
  };
}

const idsIn = (list: string) => new Set(list.split(',').filter(Boolean));
