import { connection } from '#app/shell/api/api.ts';
import { LIVE_PATH, type LiveMessage } from '#contract/admin/live.ts';
import { readMessages } from './read-messages.ts';

/** The server sends a message every 25 s; after this many milliseconds without one the connection is dead. */
const SILENCE_MS = 60_000;

/**
 * Reads the server's stream until it ends, dies or `signal` is aborted. Calls `onRefused` if the server refuses it.
 * Rejects without a network.
 */
export async function openStream(
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
