import { answered, read, reload } from '#app/admin/read.ts';
import type { Message } from '#contract/admin/messages.ts';

/** One message; fails with `not_found`. */
export const messageQuery = (id: string) => read('GET /admin/messages/{id}', { params: { id } });

/** Puts a message's new state into the cache and reloads the lists and the counts. */
export function messageChanged(message: Message): void {
  answered(messageQuery(message.id), message);
  reload('messages');
  reload('today');
}
