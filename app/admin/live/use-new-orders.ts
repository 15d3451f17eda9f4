import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { callAdmin } from '#app/admin/call-admin.ts';
import type { OrderRow } from '#contract/admin/order-views.ts';
import { formatRupees } from '#domain/money.ts';
import { onChanges } from './change-bus.ts';
import { newOrderFinder } from './new-orders.ts';

/** How many orders were placed since a list was last opened, and the announcement of the newest. */
export function useNewOrders(): { count: number; announcement: string } {
  const [count, setCount] = useState(0);
  const [announcement, setAnnouncement] = useState('');
  const { pathname, search } = useLocation();

  // biome-ignore lint/correctness/useExhaustiveDependencies: opening a list shows the new orders
  useEffect(() => {
    if (pathname === '/admin' || pathname === '/admin/orders') setCount(0);
  }, [pathname, search]);

  useEffect(() => {
    const find = newOrderFinder();
    const read = async () => {
      const { orders } = await callAdmin('GET /admin/orders', { query: { queue: 'all' } });
      const found = find(orders);
      const [newest] = found;
      if (!newest) return;
      setCount((before) => before + found.length);
      setAnnouncement(found.length === 1 ? sentenceOf(newest) : `${found.length} new orders`);
    };
    const readQuietly = () => void read().catch(() => {}); // the next change reloads it
    readQuietly();
    const stopReading = onChanges(readQuietly);
    const stopSeeing = onSeen(() => setCount(0));
    return () => {
      stopReading();
      stopSeeing();
    };
  }, []);

  return { count, announcement };
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
