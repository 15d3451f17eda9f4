import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { reload } from '#app/admin/api.ts';
import { ApiError } from '#app/shell/api/api-error.ts';
import { queryClient } from '#app/shell/api/query-client.ts';
import { latestChangeQuery, useNewOrders } from './new-orders.ts';

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
