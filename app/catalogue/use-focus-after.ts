import { useEffect, useRef } from 'react';
import type { ProductQuery } from '#contract/catalogue.ts';

/**
 * Where the keyboard goes on once the list has widened: the link that was followed is gone, and `status`, which says
 * how many there are now, gets the focus that it had.
 */
export function useWayOn(filter: ProductQuery) {
  const status = useRef<HTMLParagraphElement>(null);
  const widened = useRef(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: with every new list
  useEffect(() => {
    // Opened in another tab, the link is still there, and so may be the focus.
    if (widened.current && document.activeElement === document.body) {
      status.current?.focus({ preventScroll: true });
    }
    widened.current = false;
  }, [filter]);

  return {
    status,
    onWiden() {
      widened.current = true;
    },
  };
}
