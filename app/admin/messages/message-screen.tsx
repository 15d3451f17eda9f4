import { useQuery } from '@tanstack/react-query';
import { callAdmin } from '#app/admin/api.ts';
import { WriteButton } from '#app/admin/buttons.tsx';
import { DetailScreen, Loaded } from '#app/admin/screen.tsx';
import { showSnackbar } from '#app/admin/snackbar/snackbar-store.ts';
import { Link } from '#app/ui/link.js';
import type { Message, MessageEntry, MessageState as State } from '#contract/admin/messages.ts';
import { formatDateTime } from '#domain/day.ts';
import { MessageBadge, messageChanged, messageQuery } from './message.tsx';
import { WriteForm } from './write-form.tsx';

/** One message with its answers and notes, and the form to answer it. */
export default function MessageScreen({ id }: { id: string }) {
  const message = useQuery(messageQuery(id));
  return <Loaded query={message}>{(data) => <MessageDetail message={data} />}</Loaded>;
}

function MessageDetail({ message }: { message: Message }) {
  return (
    <DetailScreen
      title={message.subject}
      heading={message.subject}
      list={{ to: '/admin/messages', name: 'Messages' }}
      className="max-w-4xl"
      aside={
        <>
          <span translate="no" className="text-muted tabular-nums">
            {message.ticket}
          </span>
          <MessageBadge message={message} />
          <MessageState message={message} />
        </>
      }
    >
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
    </DetailScreen>
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
  async function change(next: State) {
    const request = { params: { id }, body: { state: next } };
    messageChanged(await callAdmin('PATCH /admin/messages/{id}', request));
    showSnackbar({ text: `${ticket} ${next === 'closed' ? 'closed' : 'is open again'}` });
  }
  const button = (next: State, name: string) =>
    state !== next && (
      <WriteButton tone="quiet" work={() => change(next)}>
        {name}
      </WriteButton>
    );
  return (
    <div className="flex flex-wrap max-sm:-ml-6">
      {button('open', 'Open again')}
      {button('closed', 'Close')}
    </div>
  );
}
