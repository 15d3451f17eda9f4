import { useLayoutEffect, useRef } from 'react';

/**
 * Returns a function that says whether the component that called this is still shown. For answers that come after a form
 * or dialog was closed: they must not close, or write into, what was opened since.
 */
export function useIsShown(): () => boolean {
  const shown = useRef(false);
  useLayoutEffect(() => {
    shown.current = true;
    return () => {
      shown.current = false;
    };
  }, []);
  return () => shown.current;
}
