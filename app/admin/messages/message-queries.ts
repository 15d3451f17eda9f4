import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { callAdmin } from '#app/admin/call-admin.ts';
import { cancelQueries, queryClient } from '#app/shell/api/query-client.ts';
import type { Message, MessageListQuery } from '#contract/admin/messages.ts';

const MESSAGES = ['admin', 'messages'] as const;

/** One page of the list. The previous page stays while the next one is loaded. */
export function messageListQuery(query: z.input<typeof MessageListQuery>) {
  return queryOptions({
    queryKey: [...MESSAGES, 'list', query],
    queryFn: () => callAdmin('GET /admin/messages', { query }),
    placeholderData: keepPreviousData,
  });
}

/** One message; fails with `not_found`. */
export function messageQuery(id: string) {
  return queryOptions({
    queryKey: [...MESSAGES, 'one', id],
    queryFn: () => callAdmin('GET /admin/messages/{id}', { params: { id } }),
  });
}

/** Puts a message's new state into the cache and reloads the lists and the counts. */
export function messageChanged(message: Message): void {
  cancelQueries(messageQuery(message.id).queryKey);
  queryClient.setQueryData(messageQuery(message.id).queryKey, message);
  void queryClient.invalidateQueries({ queryKey: [...MESSAGES, 'list'] });
  void queryClient.invalidateQueries({ queryKey: ['admin', 'today'] });
}
