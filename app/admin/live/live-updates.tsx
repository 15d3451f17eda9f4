import { useEffect } from 'react';
import { queryClient } from '#app/shell/api/query-client.ts';
import { onChanges, publishChange } from './change-bus.ts';
import { followChanges } from './follow-changes.ts';
import { openStream } from './open-stream.ts';
import { shareChanges } from './share-changes.ts';
import { soundIsOn, unlockSound } from './sound.ts';
import { countInTitle } from './title-count.ts';
import { useNewOrders } from './use-new-orders.ts';

/** Keeps the open screen up to date and announces new orders: in the title, to screen readers, and with a sound. */
export function LiveUpdates() {
  const { count, announcement } = useNewOrders();
  useChanges();
  useEffect(() => countInTitle(count), [count]);
  useEffect(() => {
    if (!soundIsOn()) return;
    const unlock = () => void unlockSound();
    document.addEventListener('pointerdown', unlock, { once: true });
    document.addEventListener('keydown', unlock, { once: true });
    return () => {
      document.removeEventListener('pointerdown', unlock);
      document.removeEventListener('keydown', unlock);
    };
  }, []);
  return (
    <p role="status" className="sr-only">
      {announcement}
    </p>
  );
}

/** Follows changes and reloads what the screens show. Lists do it themselves, because their rows must not move. */
function useChanges(): void {
  useEffect(() => {
    const refused = () => void queryClient.invalidateQueries({ queryKey: ['admin', 'me'] });
    const stop = shareChanges(
      (signal, tell) =>
        followChanges(signal, tell, (attempt, onMessage) =>
          openStream(attempt, refused, onMessage),
        ),
      publishChange,
    );
    const stopReading = onChanges((orders) => {
      void queryClient.invalidateQueries({ queryKey: ['admin', 'today'] });
      void queryClient.invalidateQueries({
        queryKey: ['admin', 'orders'],
        // One order by its id, several by their ids.
        predicate: ({ queryKey: [, , kind, ids] }) =>
          kind !== 'list' &&
          (orders === null ||
            String(ids)
              .split(',')
              .some((id) => orders.has(id))),
      });
    });
    // Lists are not reloaded when the window gets the focus.
    const returned = () => document.visibilityState === 'visible' && publishChange({ order: null });
    document.addEventListener('visibilitychange', returned);
    return () => {
      stop();
      stopReading();
      document.removeEventListener('visibilitychange', returned);
    };
  }, []);
}
