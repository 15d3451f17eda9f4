import type { Change } from './follow-changes.ts';

const NAME = 'admin-live';

/**
 * Follows changes on one connection for all tabs of this browser: one tab holds it and notifies the others; when it is
 * closed, another tab takes over. Without Web Locks (on plain http outside localhost) each tab has its own connection.
 * Returns a function that stops it.
 */
export function shareChanges(
  follow: (signal: AbortSignal, publish: (change: Change) => void) => Promise<void>,
  onChange: (change: Change) => void,
): () => void {
  const stopping = new AbortController();
  const { signal } = stopping;
  const channel = new BroadcastChannel(NAME);
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
    navigator.locks.request(NAME, { signal }, () => follow(signal, publish)).catch(ignore);
  } else {
    void follow(signal, onChange);
  }
  return () => {
    stopping.abort();
    channel.close();
  };
}
