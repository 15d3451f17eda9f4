import { useEffect, useRef } from 'react';
import type { ProductQuery } from '#contract/catalogue.ts';

/**
 * Moves the focus to `status`, which says how many products there are, after a filter's link was followed and removed.
 */
export function useFocusAfter(filter: ProductQuery) {
  const status = useRef<HTMLParagraphElement>(null);
  const removed = useRef(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: with every new list
  useEffect(() => {
    // If the link was opened in another tab, it is still there and may have the focus.
    if (removed.current && document.activeElement === document.body) {
      status.current?.focus({ preventScroll: true });
    }
    removed.current = false;
  }, [filter]);

  return {
    status,
    onFilterRemoved() {
      removed.current = true;
    },
  };
}
