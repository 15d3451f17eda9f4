import { age } from '#app/admin/orders/list/age.ts';
import { Link } from '#app/ui/link.js';
import type { MessageRow as Row } from '#contract/admin/messages.ts';
import { formatDateTime } from '#domain/day.ts';
import { MessageBadge } from './message-badge.tsx';

/** A message in the list: sender, topic, its beginning, and the time left to answer it. `from`: the list's URL, to come back to. */
export function MessageRow({ message, from }: { message: Row; from: string }) {
  const { id, ticket, name, email, subject, excerpt, created_at } = message;
  return (
    <li className="relative grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4 gap-y-0.5 border-b border-border px-4 py-3 last:border-0 focus-within:bg-surface-muted hover:bg-surface-muted lg:grid-cols-[16rem_minmax(0,1fr)_8rem]">
      <p className="min-w-0 lg:row-span-2 lg:row-start-1">
        <span className="block truncate font-medium text-foreground">{name}</span>
        <span className="block truncate text-sm text-muted">{email}</span>
      </p>
      <p
        className="text-right text-sm text-muted lg:col-start-3 lg:row-span-2 lg:row-start-1"
        title={formatDateTime(created_at)}
      >
        <span translate="no" className="tabular-nums">
          {ticket}
        </span>
        <span className="block">{age(created_at)}</span>
      </p>
      <p className="min-w-0 max-lg:col-span-2 lg:col-start-2 lg:row-start-1">
        <Link
          to={`/admin/messages/${id}`}
          state={{ from }}
          className="block truncate rounded-sm font-semibold text-foreground after:absolute after:inset-0"
        >
          {subject}
        </Link>
        <span className="block truncate text-sm">{excerpt}</span>
      </p>
      <p className="mt-1 max-lg:col-span-2 lg:col-start-2">
        <MessageBadge message={message} />
      </p>
    </li>
  );
}
