import { useEffect } from 'react';
import { session } from '#app/shell/session/session.ts';
import { wantedItems } from './wanted-items.ts';

/**
 * Adds the wanted items of a guest who has signed in. Mounted on every page of a signed-in shopper; runs in the visible
 * tab only.
 */
export function useWantedItems() {
  useEffect(() => {
    addIfVisible();
    document.addEventListener('visibilitychange', addIfVisible);
    return () => document.removeEventListener('visibilitychange', addIfVisible);
  }, []);
}

function addIfVisible() {
  if (document.visibilityState !== 'visible' || !wantedItems.any()) return;
  const state = session.get();
  // A recovery session ends once the new password is set; the shopper signs in next.
  if (state.status !== 'signed-in' || state.recovering) return;
  import('./add-wanted-items.ts')
    .then(({ addWantedItems }) => addWantedItems())
    .catch(console.error);
}
