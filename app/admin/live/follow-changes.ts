import { loadAuth } from '#app/shell/session/session.ts';
import { LIVE_PATH, type LiveMessage } from '#contract/admin/live.ts';
import { readMessages } from './read-messages.ts';

/** What may have changed: an order by its id, or anything. */
export type Change = { order: string | null };

/** How often everything is read again while nobody tells us of changes, in milliseconds. */
const REFETCH_MS = 15_000;

/** The server sends something every 25 s; after this long without it the connection is dead. */
const SILENCE_MS = 60_000;

/** The pause before another attempt, in milliseconds: doubled with each failure. */
const RETRY_MS = { first: 1_000, most: 30_000 };

/**
 * Tells of changes until `signal` is aborted: from the server's stream, and every 15 s while there is none. After each
 * gap it tells that anything may have changed. `onRefused` is called when the server does not let us in.
 */
export async function followChanges(
  signal: AbortSignal,
  tell: (change: Change) => void,
  onRefused: () => void,
): Promise<void> {
  let refetching: ReturnType<typeof setInterval> | undefined;
  const refetch = (on: boolean) => {
    if (on) {
      // Not anew with each failed attempt: it would never come to its first turn.
      refetching ??= setInterval(() => tell({ order: null }), REFETCH_MS);
      return;
    }
    clearInterval(refetching);
    refetching = undefined;
  };
  refetch(true);
  for (let failures = 0; !signal.aborted; failures += 1) {
    try {
      await readStream(signal, onRefused, (message) => {
        if (message.kind === 'order') tell({ order: message.order });
        else if (message.kind === 'lost') refetch(true);
        else {
          failures = 0;
          refetch(false);
          tell({ order: null });
        }
      });
    } catch {
      // No network, or the server restarts: the next attempt tells.
    }
    if (signal.aborted) break;
    refetch(true);
    await pause(Math.min(RETRY_MS.most, RETRY_MS.first * 2 ** failures), signal);
  }
  refetch(false);
}

async function readStream(
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
      headers: { authorization: `Bearer ${await token()}` },
      cache: 'no-store',
      signal: attempt.signal,
    });
    if ([401, 403, 404].includes(response.status)) onRefused();
    if (!response.ok || !response.body) return;
    const onSign = () => {
      clearTimeout(silence);
      silence = setTimeout(stop, SILENCE_MS);
    };
    for await (const message of readMessages(response.body, onSign)) onMessage(message);
  } finally {
    clearTimeout(silence);
    signal.removeEventListener('abort', stop);
  }
}

/** The access token, renewed if need be. */
async function token(): Promise<string> {
  const auth = await loadAuth();
  const { data } = await auth.getSession();
  return data.session?.access_token ?? '';
}

/** Ends early when the network is back. A random part keeps many browsers from returning at the same moment. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      window.removeEventListener('online', done);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms * (0.75 + Math.random() / 2));
    window.addEventListener('online', done);
    signal.addEventListener('abort', done);
  });
}
