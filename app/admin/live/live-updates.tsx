import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { callAdmin } from '#app/admin/call-admin.ts';
import { queryClient } from '#app/shell/api/query-client.ts';
import type { OrderRow } from '#contract/admin/order-views.ts';
import { formatRupees } from '#domain/money.ts';
import { onChanges, publishChange } from './change-bus.ts';
import { followChanges } from './follow-changes.ts';
import { newOrderFinder } from './new-orders.ts';
import { openStream } from './open-stream.ts';
import { shareChanges } from './share-changes.ts';
import { playTone, soundIsOn, unlockSound } from './sound.ts';
import { countInTitle } from './title-count.ts';

/** Keeps the open screen up to date and announces new orders: in the title, to screen readers, and with a sound. */
export function LiveUpdates() {
  const { fresh, announcement } = useNewOrders();
  useChanges();
  useEffect(() => countInTitle(fresh), [fresh]);
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

/** How many orders were placed since a list was last opened, and the announcement of the newest. */
function useNewOrders(): { fresh: number; announcement: string } {
  const [fresh, setFresh] = useState(0);
  const [announcement, setAnnouncement] = useState('');
  const { pathname, search } = useLocation();

  // biome-ignore lint/correctness/useExhaustiveDependencies: opening a list shows the new orders
  useEffect(() => {
    if (pathname === '/admin' || pathname === '/admin/orders') setFresh(0);
  }, [pathname, search]);

  useEffect(() => {
    const find = newOrderFinder();
    const read = async () => {
      const { orders } = await callAdmin('GET /admin/orders', { query: { queue: 'all' } });
      const found = find(orders);
      const [newest] = found;
      if (!newest) return;
      setFresh((count) => count + found.length);
      setAnnouncement(found.length === 1 ? sentenceOf(newest) : `${found.length} new orders`);
      playTone();
    };
    const readQuietly = () => void read().catch(() => {}); // the next change reloads it
    readQuietly();
    const stopReading = onChanges(readQuietly);
    const stopSeeing = onSeen(() => setFresh(0));
    return () => {
      stopReading();
      stopSeeing();
    };
  }, []);

  return { fresh, announcement };
}

/** 'New order, ₹998.00, Pune'; without the amount for packers. */
function sentenceOf({ total_amount, city }: OrderRow): string {
  const amount = total_amount === null ? [] : [formatRupees(total_amount)];
  return ['New order', ...amount, city].join(', ');
}

const seenListeners = new Set<() => void>();

function onSeen(listener: () => void): () => void {
  seenListeners.add(listener);
  return () => seenListeners.delete(listener);
}

/** Called when the new orders are on the screen: the title counts from zero. */
export function newOrdersSeen(): void {
  for (const listener of seenListeners) listener();
}
