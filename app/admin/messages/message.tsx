import { answered, read, reload } from '#app/admin/api.ts';
import { serverNow } from '#app/shell/api/server-clock.ts';
import { Badge } from '#app/ui/badge.tsx';
import type { Message, MessageRow } from '#contract/admin/messages.ts';

/** The state of a message; for an open one, the time left to answer it. */
export function MessageBadge({ message }: { message: Pick<MessageRow, 'state' | 'due_at'> }) {
  const { state, due_at } = message;
  if (state === 'answered') return <Badge tone="green">Answered</Badge>;
  if (state === 'closed') return <Badge>Closed</Badge>;
  const text = dueText(due_at);
  return (
    <Badge tone={text === 'overdue' ? 'red' : isUrgent(due_at) ? 'yellow' : 'blue'}>
      {`Open, ${text}`}
    </Badge>
  );
}

const HOUR = 60 * 60 * 1000;

/** The time left to answer an open message: 'due in 5 h', 'due within the hour', 'overdue'. */
export function dueText(dueAt: string, now = serverNow()): string {
  const left = Date.parse(dueAt) - now;
  if (left < 0) return 'overdue';
  return left < HOUR ? 'due within the hour' : `due in ${Math.floor(left / HOUR)} h`;
}

/** Whether it is highlighted: the shopper is told "within 24 hours", half of the 48. */
export function isUrgent(dueAt: string, now = serverNow()): boolean {
  return Date.parse(dueAt) - now < 24 * HOUR;
}

/** One message; fails with `not_found`. */
export const messageQuery = (id: string) => read('GET /admin/messages/{id}', { params: { id } });

/** Puts a message's new state into the cache and reloads the lists and the counts. */
export function messageChanged(message: Message): void {
  answered(messageQuery(message.id), message);
  reload('messages');
  reload('today');
}
