import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useLocation, useSearchParams } from 'react-router';
import { read } from '#app/admin/api.ts';
import { paramsOf } from '#app/admin/filters.tsx';
import { LinkTabs, List, Pages } from '#app/admin/list.tsx';
import { age } from '#app/admin/orders/list/age.ts';
import { Loaded, Screen } from '#app/admin/screen.tsx';
import { SearchForm } from '#app/admin/search/search-form.tsx';
import { Link, useNavigate } from '#app/ui/link.js';
import type { PageAddress } from '#app/ui/page-path.ts';
import {
  MESSAGE_STATES,
  type MessageState,
  type MessageRow as Row,
} from '#contract/admin/messages.ts';
import { formatDateTime } from '#domain/day.ts';
import { MessageBadge } from './message.tsx';

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
  const state = MESSAGE_STATES.find((each) => each === params.get('state')) ?? 'open';
  const q = params.get('q') ?? undefined;
  const after = params.get('after') ?? undefined;
  const list = useQuery({
    ...read('GET /admin/messages', { query: { state, q, after } }),
    placeholderData: keepPreviousData,
  });

  const { after: _, ...rest } = paramsOf(params);
  const pageAfter = (last?: string): PageAddress =>
    `/admin/messages?${new URLSearchParams({ ...rest, ...(last && { after: last }) })}`;

  return (
    <Screen heading="Messages">
      <SearchForm
        q={q}
        label="Search messages"
        placeholder="Name, email, number, words..."
        onSearch={(typed) =>
          navigate(
            typed ? `/admin/messages?${new URLSearchParams({ q: typed })}` : '/admin/messages',
          )
        }
      />
      <LinkTabs
        label="States"
        tabs={MESSAGE_STATES.map((each) => ({
          to: each === 'open' ? '/admin/messages' : `/admin/messages?state=${each}`,
          name: NAMES[each],
          current: !q && each === state,
        }))}
      />
      <Loaded query={list}>
        {({ messages, next }) => (
          <>
            {messages.length === 0 && (
              <p className="text-muted">{q ? `No message has “${q}”.` : EMPTY[state]}</p>
            )}
            <List busy={list.isPlaceholderData}>
              {messages.map((message) => (
                <MessageRow key={message.id} message={message} from={pathname + query} />
              ))}
            </List>
            <Pages after={after} next={next} to={pageAfter} />
          </>
        )}
      </Loaded>
    </Screen>
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
