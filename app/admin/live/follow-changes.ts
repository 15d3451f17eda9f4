import type { LiveMessage } from '#contract/admin/live.ts';

/** What may have changed: an order by its id, or anything. */
export type Change = { order: string | null };

/** How often everything is reloaded while there is no stream, in milliseconds. */
const REFETCH_MS = 15_000;

/** The pause before another attempt, in milliseconds: doubled after each stream that failed or ended early. */
const RETRY_MS = { first: 1_000, max: 30_000 };

/**
 * A stream that lasted this many milliseconds resets the pause. Shorter ones count as failures: otherwise an account with
 * more browsers than the server keeps streams for would end one of its own with each attempt, every second.
 */
const STEADY_MS = 5 * 60_000;

/**
 * Calls `onChange` until `signal` is aborted: for each message of the server's stream, and every 15 s while there is no
 * stream. After each gap it reports that anything may have changed.
 *
 * @param open reads one stream until it ends; may reject.
 */
export async function followChanges(
  signal: AbortSignal,
  onChange: (change: Change) => void,
  open: (signal: AbortSignal, onMessage: (message: LiveMessage) => void) => Promise<void>,
): Promise<void> {
  let refetching: ReturnType<typeof setInterval> | undefined;
  const refetch = (on: boolean) => {
    if (on) {
      // Not restarted by each failed attempt: the interval would never elapse.
      refetching ??= setInterval(() => onChange({ order: null }), REFETCH_MS);
      return;
    }
    clearInterval(refetching);
    refetching = undefined;
  };
  refetch(true);
  for (let failures = 0; !signal.aborted; failures += 1) {
    let listeningSince = Number.POSITIVE_INFINITY;
    try {
      await open(signal, (message) => {
        if (message.kind === 'order') onChange({ order: message.order });
        else if (message.kind === 'lost') refetch(true);
        else {
          listeningSince = Math.min(listeningSince, performance.now());
          refetch(false);
          onChange({ order: null });
        }
      });
    } catch {
      // No network, or the server is restarting: the next attempt will tell.
    }
    if (signal.aborted) break;
    if (performance.now() - listeningSince >= STEADY_MS) failures = 0;
    refetch(true);
    await pause(Math.min(RETRY_MS.max, RETRY_MS.first * 2 ** failures), signal);
  }
  refetch(false);
}

/** Waits; ends early when the network is back. A random part keeps many browsers from reconnecting at the same moment. */
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
