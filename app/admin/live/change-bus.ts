import type { Change } from './follow-changes.ts';

type Listener = (orders: ReadonlySet<string> | null) => void;

/** Changes are published together: `BATCH_MS` after the first, and at least `MIN_INTERVAL_MS` after the last time. */
const BATCH_MS = 200;
const MIN_INTERVAL_MS = 1_000;

const listeners = new Set<Listener>();
let waiting: { timer: ReturnType<typeof setTimeout>; orders: Set<string>; any: boolean } | null =
  null;
let publishedAt = 0;

/**
 * Subscribes to changes: calls `listener` with the ids of changed orders, or with null if anything may have changed.
 * Returns a function that unsubscribes.
 */
export function onChanges(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Notifies all listeners of a change, together with others at the same time. */
export function publishChange({ order }: Change): void {
  const wait = Math.max(BATCH_MS, publishedAt + MIN_INTERVAL_MS - performance.now());
  waiting ??= { timer: setTimeout(publish, wait), orders: new Set(), any: false };
  if (order === null) waiting.any = true;
  else waiting.orders.add(order);
}

function publish(): void {
  if (!waiting) return;
  const { orders, any } = waiting;
  waiting = null;
  publishedAt = performance.now();
  for (const listener of listeners) listener(any ? null : orders);
}
