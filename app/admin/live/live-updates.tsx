import { useEffect } from 'react';
import { connection } from '#app/shell/api/api.ts';
import { queryClient } from '#app/shell/api/query-client.ts';
import { LIVE_PATH, LiveMessage } from '#contract/admin/live.ts';
import { onChanges, publishChange } from './change-bus.ts';
import { type Change, followChanges } from './follow-changes.ts';
import { useNewOrders } from './use-new-orders.ts';

const CHANNEL = 'admin-live';

/** The server sends a message every 25 s; after this many milliseconds without one the connection is dead. */
const SILENCE_MS = 60_000;

/** Keeps the open screen up to date and announces new orders: in the title and to screen readers. */
export function LiveUpdates() {
  const { count, announcement } = useNewOrders();
  useChanges();
  useEffect(() => countInTitle(count), [count]);
  return (
    <p role="status" className="sr-only">
      {announcement}
    </p>
  );
}

/** Follows changes and reloads what the screens show. Lists do it themselves, because their rows must not move. */
function useChanges(): void {
  useEffect(() => {
    const refused = () => void queryClient.invalidateQueries({ queryKey: ['admin', 'me'] });
    const stop = shareChanges(
      (signal, tell) =>
        followChanges(signal, tell, (attempt, onMessage) =>
          openStream(attempt, refused, onMessage),
        ),
      publishChange,
    );
    const stopReading = onChanges((orders) => {
      void queryClient.invalidateQueries({ queryKey: ['admin', 'today'] });
      void queryClient.invalidateQueries({
        queryKey: ['admin', 'orders'],
        // One order by its id, several by their ids.
        predicate: ({ queryKey: [, , kind, ids] }) =>
          kind !== 'list' &&
          (orders === null ||
            String(ids)
              .split(',')
              .some((id) => orders.has(id))),
      });
    });
    // Lists are not reloaded when the window gets the focus.
    const returned = () => document.visibilityState === 'visible' && publishChange({ order: null });
    document.addEventListener('visibilitychange', returned);
    return () => {
      stop();
      stopReading();
      document.removeEventListener('visibilitychange', returned);
    };
  }, []);
}

/**
 * Reads the server's stream until it ends, dies or `signal` is aborted. Calls `onRefused` if the server refuses it.
 * Rejects without a network.
 */
async function openStream(
  signal: AbortSignal,
  onRefused: () => void,
  onMessage: (message: LiveMessage) => void,
): Promise<void> {
  const attempt = new AbortController();
  const stop = () => attempt.abort();
  signal.addEventListener('abort', stop, { once: true });
  let silence = setTimeout(stop, SILENCE_MS);
  try {
    const response = await fetch(`/api${LIVE_PATH}`, {
      headers: { authorization: `Bearer ${(await connection.token()) ?? ''}` },
      cache: 'no-store',
      signal: attempt.signal,
    });
    if ([401, 403, 404].includes(response.status)) onRefused();
    if (!response.ok || !response.body) return;
    const onActivity = () => {
      clearTimeout(silence);
      silence = setTimeout(stop, SILENCE_MS);
    };
    for await (const message of readMessages(response.body, onActivity)) onMessage(message);
  } finally {
    clearTimeout(silence);
    signal.removeEventListener('abort', stop);
  }
}

/**
 * Follows changes on one connection for all tabs of this browser: one tab holds it and notifies the others; when it is
 * closed, another tab takes over. Without Web Locks (on plain http outside localhost) each tab has its own connection.
 * Returns a function that stops it.
 */
function shareChanges(
  follow: (signal: AbortSignal, publish: (change: Change) => void) => Promise<void>,
  onChange: (change: Change) => void,
): () => void {
  const stopping = new AbortController();
  const { signal } = stopping;
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }) => {
    const order: unknown = data?.order;
    onChange({ order: typeof order === 'string' ? order : null });
  };
  const publish = (change: Change) => {
    onChange(change);
    channel.postMessage(change);
  };
  const ignore = () => {}; // stopped before it was our turn
  if (navigator.locks) {
    navigator.locks.request(CHANNEL, { signal }, () => follow(signal, publish)).catch(ignore);
  } else {
    void follow(signal, onChange);
  }
  return () => {
    stopping.abort();
    channel.close();
  };
}

/**
 * Keeps a number before the document's title, whatever title the screens set; 0 removes it. Returns a function that
 * stops this.
 */
function countInTitle(count: number): () => void {
  const update = () => {
    const title = document.title.replace(/^\(\d+\) /, '');
    const numbered = count > 0 ? `(${count}) ${title}` : title;
    if (document.title !== numbered) document.title = numbered;
  };
  update();
  const observer = new MutationObserver(update);
  observer.observe(document.head, { childList: true, characterData: true, subtree: true });
  return () => observer.disconnect();
}

/**
 * Reads the messages of a stream of server-sent events. Calls `onActivity` for everything received, also without a
 * message. Skips messages that this version does not know.
 */
export async function* readMessages(
  body: ReadableStream<Uint8Array>,
  onActivity: () => void,
): AsyncGenerator<LiveMessage> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      onActivity();
      const lines = (rest + decoder.decode(value, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        const message = line.startsWith('data: ') ? parse(line.slice(6)) : null;
        if (message) yield message;
      }
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

function parse(data: string): LiveMessage | null {
  try {
    const { success, data: message } = LiveMessage.safeParse(JSON.parse(data));
    return success ? message : null;
  } catch {
    return null;
  }
}
