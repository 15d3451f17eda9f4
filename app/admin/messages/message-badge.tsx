import { Badge } from '#app/ui/badge.tsx';
import type { MessageRow } from '#contract/admin/messages.ts';
import { dueText, isUrgent } from './due.ts';

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
