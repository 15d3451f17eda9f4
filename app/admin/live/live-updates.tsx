import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation } from 'react-router';
import { callAdmin, reload } from '#app/admin/api.ts';
import { ApiError } from '#app/shell/api/api-error.ts';
import { queryClient } from '#app/shell/api/query-client.ts';
import type { OrderRow } from '#contract/admin/order-views.ts';
import { formatRupees } from '#domain/money.ts';

/** Keeps the open screen up to date and announces new orders: in the title and to screen readers. */
export function LiveUpdates() {
  const { count, announcement } = useNewOrders();
  useChanges();
  useEffect(() => countInTitle(count), [count]);
  return (
    <p role="status" className="sr-only">
      {announcement}
    </p>
  );
}

/** Asks for changes and reloads what the screens show. Lists do it themselves, because their rows must not move. */
function useChanges(): void {
  const { data, error } = useQuery(latestChangeQuery);
  const mark = data?.mark;
  useEffect(() => {
    if (mark === undefined) return;
    reload('today');
    void queryClient.invalidateQueries({
      queryKey: ['admin', 'orders'],
      predicate: ({ queryKey: [, , kind] }) => kind !== 'list',
    });
  }, [mark]);
  useEffect(() => {
    if (error instanceof ApiError && [401, 403, 404].includes(error.status)) reload('me');
  }, [error]);
}

/**
 * Keeps a number before the document's title, whatever title the screens set; 0 removes it. Returns a function that
 * stops this.
 */
function countInTitle(count: number): () => void {
  const update = () => {
    const title = document.title.replace(/^\(\d+\) /, '');
    const numbered = count > 0 ? `(${count}) ${title}` : title;
    if (document.title !== numbered) document.title = numbered;
  };
  update();
  const observer = new MutationObserver(update);
  observer.observe(document.head, { childList: true, characterData: true, subtree: true });
  return () => observer.disconnect();
}

/** How much later than newer orders an order may appear, in milliseconds: its transaction may commit later. */
const LATE_MS = 10 * 60_000;

/** How many orders were placed since a list was last opened, and the announcement of the newest. */
function useNewOrders(): { count: number; announcement: string } {
  const [count, setCount] = useState(0);
  const [announcement, setAnnouncement] = useState('');
  const { pathname, search } = useLocation();

  // biome-ignore lint/correctness/useExhaustiveDependencies: opening a list shows the new orders
  useEffect(() => {
    if (pathname === '/admin' || pathname === '/admin/orders') setCount(0);
  }, [pathname, search]);

  const [find] = useState(newOrderFinder);
  useOnChange(async (signal) => {
    const { orders } = await callAdmin('GET /admin/orders', { query: { queue: 'all' } });
    if (signal.aborted) return;
    const found = find(orders);
    const [newest] = found;
    if (!newest) return;
    setCount((before) => before + found.length);
    setAnnouncement(found.length === 1 ? sentenceOf(newest) : `${found.length} new orders`);
  });

  useEffect(() => {
    onSeen = () => setCount(0);
  }, []);

  return { count, announcement };
}

/** 'New order, ₹998.00, Pune'; without the amount for packers. */
function sentenceOf({ total_amount, city }: OrderRow): string {
  const amount = total_amount === null ? [] : [formatRupees(total_amount)];
  return ['New order', ...amount, city].join(', ');
}

let onSeen = () => {};

/** Called when the new orders are on the screen: the title counts from zero. */
export const newOrdersSeen = () => onSeen();

/**
 * Returns a function that finds new orders in the newest page of the list, each once. The orders of the first page it
 * gets do not count as new.
 */
export function newOrderFinder(): (newest: readonly OrderRow[]) => OrderRow[] {
  let known: Set<string> | undefined;
  let latest = 0;
  return (newest) => {
    const fresh = known
      ? newest.filter(({ id, created_at }) => !known?.has(id) && at(created_at) > latest - LATE_MS)
      : [];
    known = new Set([...(known ?? []), ...newest.map(({ id }) => id)]);
    latest = Math.max(latest, ...newest.map(({ created_at }) => at(created_at)));
    return fresh;
  };
}

const at = (instant: string) => Date.parse(instant);

/** How often an open admin asks, in milliseconds: a new order is to be seen within two seconds. */
const POLL_MS = 1_500;

/** Whether any order was placed or changed, by whomever. */
const latestChangeQuery = queryOptions({
  queryKey: ['admin', 'changes'],
  queryFn: () => callAdmin('GET /admin/changes'),
  staleTime: 0,
  retry: false,
  refetchInterval: POLL_MS,
  // Also in a tab behind others: its title counts the new orders.
  refetchIntervalInBackground: true,
});

/**
 * Calls `read` whenever an order has changed; `LiveUpdates` asks. A later change aborts the signal, because its answer is
 * newer.
 */
export function useOnChange(read: (signal: AbortSignal) => Promise<void>): void {
  const mark = useQuery({ ...latestChangeQuery, enabled: false }).data?.mark;
  const onChange = useEffectEvent(read);
  useEffect(() => {
    if (mark === undefined) return;
    const overtaken = new AbortController();
    onChange(overtaken.signal).catch(() => {}); // the next change reloads it
    return () => overtaken.abort();
  }, [mark]);
}
