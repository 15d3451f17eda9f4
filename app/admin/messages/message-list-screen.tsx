import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { useShortcuts } from '#app/admin/keyboard/use-shortcuts.ts';
import { SearchForm } from '#app/admin/search/search-form.tsx';
import { LoadError } from '#app/shell/api/load-error.tsx';
import { LinkButton } from '#app/ui/button.tsx';
import { Link, useNavigate } from '#app/ui/link.js';
import type { PageAddress } from '#app/ui/page-path.ts';
import { Spinner } from '#app/ui/spinner.tsx';
import { MESSAGE_STATES, type MessageState } from '#contract/admin/messages.ts';
import { messageListQuery } from './message-queries.ts';
import { MessageRow } from './message-row.tsx';

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
