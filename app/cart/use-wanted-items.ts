import { useEffect } from 'react';
import { session } from '#app/shell/session/session.ts';
import { wantedItems } from './wanted-items.ts';

/** For what a signed-in shopper sees on every page: adds what they wanted before they signed in, in the tab in sight. */
export function useWantedItems() {
  useEffect(() => {
    addInSight();
    document.addEventListener('visibilitychange', addInSight);
    return () => document.removeEventListener('visibilitychange', addInSight);
  }, []);
}

function addInSight() {
  if (document.visibilityState !== 'visible' || !wantedItems.any()) return;
  const state = session.get();
  // The session of a reset link ends with the new password; its owner signs in next.
  if (state.status !== 'signed-in' || state.recovering) return;
  import('./add-wanted-items.ts')
    .then(({ addWantedItems }) => addWantedItems())
    .catch(console.error);
}
