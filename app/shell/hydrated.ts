import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** False in the server's document and until React has taken it over: a form sent before would leave the page. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
