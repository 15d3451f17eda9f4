import { useLayoutEffect, useRef } from 'react';

/**
 * Returns a function that tells whether the component is still mounted. For responses that arrive after a form or
 * dialog was closed: they must not close, or write into, the one that was opened since.
 */
export function useIsMounted(): () => boolean {
  const mounted = useRef(false);
  useLayoutEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
    };
  }, []);
  return () => mounted.current;
}
