import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { useShortcuts } from '#app/admin/keyboard/use-shortcuts.ts';
import { age } from '#app/admin/orders/list/age.ts';
import { SearchForm } from '#app/admin/search/search-form.tsx';
import { LoadError } from '#app/shell/api/load-error.tsx';
import { LinkButton } from '#app/ui/button.tsx';
import { Link, useNavigate } from '#app/ui/link.js';
import type { PageAddress } from '#app/ui/page-path.ts';
import { Spinner } from '#app/ui/spinner.tsx';
import {
  MESSAGE_STATES,
  type MessageState,
  type MessageRow as Row,
} from '#contract/admin/messages.ts';
import { formatDateTime } from '#domain/day.ts';
import { MessageBadge } from './message-badge.tsx';
import { messageListQuery } from './message-queries.ts';

const NAMES: Record<MessageState, string> = {
  open: 'Open',
  answered: 'Answered',
  closed: 'Closed',
};

/** The contact form's messages: open ones first, the oldest on top. `/` focuses the search. */
export default function MessageListScreen() {
  const [params] = useSearchParams();
  const { pathname, search: query } = useLocation();
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  useShortcuts({ '/': () => input.current?.focus() });
  const state = MESSAGE_STATES.find((each) => each === params.get('state')) ?? 'open';
  const q = params.get('q') ?? undefined;
  const after = params.get('after') ?? undefined;
  const list = useQuery(messageListQuery({ state, q, after }));

  function pageAfter(last: string | null): PageAddress {
    const page = new URLSearchParams(params);
    if (last) page.set('after', last);
    else page.delete('after');
    return page.size > 0 ? `/admin/messages?${page}` : '/admin/messages';
  }

  function search(typed: string) {
    navigate(typed ? `/admin/messages?${new URLSearchParams({ q: typed })}` : '/admin/messages');
  }

  return (
    <section aria-labelledby="messages" className="grid gap-4">
      <title>Messages | Admin</title>
      <h1 id="messages" className="text-2xl">
        Messages
      </h1>
      <SearchForm
        input={input}
        q={q}
        label="Search messages"
        placeholder="Name, email, number, words..."
        onSearch={search}
      />
      <nav aria-label="States">
        <ul className="flex gap-1">
          {MESSAGE_STATES.map((each) => (
            <li key={each}>
              <Link
                to={each === 'open' ? '/admin/messages' : `/admin/messages?state=${each}`}
                aria-current={!q && each === state ? 'page' : undefined}
                className="inline-flex min-h-11 items-center rounded-full px-3.5 font-medium text-body hover:bg-surface-accent aria-[current=page]:bg-primary aria-[current=page]:text-on-primary"
              >
                {NAMES[each]}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {list.isPending && <Spinner label="Loading..." />}
      {list.isError && !list.data && (
        <LoadError error={list.error} retrying={list.isFetching} onRetry={list.refetch} />
      )}
      {list.data?.messages.length === 0 && (
        <p className="text-muted">{q ? `No message has “${q}”.` : EMPTY[state]}</p>
      )}
      {list.data && list.data.messages.length > 0 && (
        <ul
          aria-busy={list.isPlaceholderData}
          className="overflow-clip rounded-lg border border-border bg-surface shadow-soft aria-busy:bg-surface-accent"
        >
          {list.data.messages.map((message) => (
            <MessageRow key={message.id} message={message} from={pathname + query} />
          ))}
        </ul>
      )}
      <div className="flex flex-wrap justify-center gap-3">
        {after && (
          <LinkButton to={pageAfter(null)} tone="secondary">
            First page
          </LinkButton>
        )}
        {list.data?.next && (
          <LinkButton to={pageAfter(list.data.next)} tone="secondary">
            Next page
          </LinkButton>
        )}
      </div>
    </section>
  );
}

const EMPTY: Record<MessageState, string> = {
  open: 'Every message is answered.',
  answered: 'No message has been answered yet.',
  closed: 'No message has been closed.',
};

/** A message in the list: sender, topic, its beginning, and the time left to answer it. `from`: the list's URL, to come back to. */
function MessageRow({ message, from }: { message: Row; from: string }) {
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
