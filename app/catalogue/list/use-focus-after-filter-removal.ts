import { useEffect, useRef } from 'react';
import type { ProductQuery } from '#contract/catalogue.ts';

/**
 * Following the link of an active filter removes that link, and the focus with it. Moves the focus to `status`, the
 * element that announces the number of products. Call `onFilterRemoved` when the link is clicked.
 */
export function useFocusAfterFilterRemoval(filter: ProductQuery) {
  const status = useRef<HTMLParagraphElement>(null);
  const removed = useRef(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: with every new list
  useEffect(() => {
    // If the link was opened in another tab, it is still here and keeps the focus.
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
