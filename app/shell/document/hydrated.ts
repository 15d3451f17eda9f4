import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** False on the server and until React has taken its document over: what the two must agree on depends on it. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
