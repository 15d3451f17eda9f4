import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { callAdmin } from '#app/admin/call-admin.ts';
import { showFailure } from '#app/admin/show-failure.ts';
import { showSnackbar } from '#app/admin/snackbar/snackbar-store.ts';
import { NotFound } from '#app/pages/not-found.tsx';
import { hasErrorCode } from '#app/shell/api/api-error.ts';
import { LoadError } from '#app/shell/api/load-error.tsx';
import { Button } from '#app/ui/button.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { Link } from '#app/ui/link.js';
import { Spinner } from '#app/ui/spinner.tsx';
import type { Message, MessageEntry, MessageState as State } from '#contract/admin/messages.ts';
import { formatDateTime } from '#domain/day.ts';
import { MessageBadge } from './message-badge.tsx';
import { messageChanged, messageQuery } from './message-queries.ts';
import { WriteForm } from './write-form.tsx';

/** One message with its answers and notes, and the form to answer it. */
export default function MessageScreen({ id }: { id: string }) {
  const message = useQuery(messageQuery(id));
  if (message.data) return <MessageDetail message={message.data} />;
  if (hasErrorCode(message.error, 'not_found')) return <NotFound />;
  if (message.error)
    return (
      <LoadError error={message.error} retrying={message.isFetching} onRetry={message.refetch} />
    );
  return <Spinner label="Loading..." />;
}

function MessageDetail({ message }: { message: Message }) {
  const { state } = useLocation();
  const from = typeof state?.from === 'string' ? state.from : '/admin/messages';
  return (
    <article className="grid max-w-4xl gap-5">
      <title>{`${message.subject} | Admin`}</title>
      <header className="grid gap-1">
        <Link
          to={from}
          className="-ml-2 inline-flex min-h-11 w-fit items-center gap-1 rounded-full px-2 text-sm font-medium text-primary hover:bg-surface-accent"
        >
          <Icon name="arrowLeft" />
          Messages
        </Link>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <h1 className="text-2xl wrap-anywhere">{message.subject}</h1>
          <span translate="no" className="text-muted tabular-nums">
            {message.ticket}
          </span>
          <MessageBadge message={message} />
          <MessageState message={message} />
        </div>
      </header>
      <section className="panel grid gap-3">
        <div>
          <h2 className="text-lg wrap-anywhere">{message.name}</h2>
          <p className="text-sm text-muted wrap-anywhere">
            {`${message.email}, ${formatDateTime(message.created_at)}`}
          </p>
        </div>
        <p className="whitespace-pre-line wrap-anywhere text-foreground">{message.message}</p>
        <Link
          to={`/admin/orders?${new URLSearchParams({ q: message.email })}`}
          className="panel-link w-fit"
        >
          Orders with this email
        </Link>
        {message.orders.map(({ id, order_number, same_email }) => (
          <p key={id} className="rounded-md bg-surface-muted px-4 py-1.5">
            <Link to={`/admin/orders/${id}`} className="panel-link">
              {`Order ${order_number}`}
            </Link>
            {!same_email && (
              <span className="block pb-2 text-sm">
                Ordered with another email: answer nothing private about it before you know who
                asks.
              </span>
            )}
          </p>
        ))}
      </section>
      <MessageEntries entries={message.entries} />
      <div className="grid gap-5 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] lg:items-start">
        <WriteForm key={`answer ${message.id}`} message={message} kind="answer" />
        <WriteForm key={`note ${message.id}`} message={message} kind="note" />
      </div>
    </article>
  );
}

/** The answers and notes, oldest first. */
function MessageEntries({ entries }: { entries: readonly MessageEntry[] }) {
  if (entries.length === 0) return null;
  return (
    <ol aria-label="Answers and notes" className="grid gap-3">
      {entries.map(({ id, kind, text, at, staff }) => (
        <li
          key={id}
          className={`rounded-lg border border-border px-4 py-3 ${kind === 'answer' ? 'bg-surface' : 'bg-surface-muted'}`}
        >
          <p className="text-sm text-muted wrap-anywhere">
            <span className="font-semibold text-foreground">
              {kind === 'answer' ? 'Answer by email' : 'Note for the staff'}
            </span>{' '}
            {formatDateTime(at)}, {staff}
          </p>
          <p className="mt-1 whitespace-pre-line wrap-anywhere">{text}</p>
        </li>
      ))}
    </ol>
  );
}

/** Closes a message that needs no (further) answer, or reopens one that needs another. */
function MessageState({ message: { id, ticket, state } }: { message: Message }) {
  const [busy, setBusy] = useState<State | null>(null);

  const set = async (next: State) =>
    messageChanged(
      await callAdmin('PATCH /admin/messages/{id}', { params: { id }, body: { state: next } }),
    );

  async function change(next: State) {
    setBusy(next);
    try {
      await set(next);
      if (next === 'closed') showSnackbar({ text: `${ticket} closed`, undo: () => set(state) });
    } catch (error) {
      showFailure(error, 'Not changed');
    } finally {
      setBusy(null);
    }
  }

  const button = (next: State, name: string) =>
    state !== next && (
      <Button
        tone="quiet"
        busy={busy === next && 'Saving...'}
        disabled={busy !== null}
        onClick={() => void change(next)}
      >
        {name}
      </Button>
    );

  return (
    <div className="flex flex-wrap max-sm:-ml-6">
      {button('open', 'Open again')}
      {button('closed', 'Close')}
    </div>
  );
}
