import type { Change } from './follow-changes.ts';

type Listener = (orders: ReadonlySet<string> | null) => void;

/** Changes are published together: `TOGETHER_MS` after the first, and at least `BETWEEN_MS` after the last time. */
const TOGETHER_MS = 200;
const BETWEEN_MS = 1_000;

const listeners = new Set<Listener>();
let waiting: { timer: ReturnType<typeof setTimeout>; orders: Set<string>; any: boolean } | null =
  null;
let publishedAt = 0;

/** Calls `listener` with the ids of changed orders, or with null if anything may have changed. Returns a function that stops it. */
export function onChanges(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Notifies all listeners of a change, together with others at the same time. */
export function publishChange({ order }: Change): void {
  const wait = Math.max(TOGETHER_MS, publishedAt + BETWEEN_MS - Date.now());
  waiting ??= { timer: setTimeout(publish, wait), orders: new Set(), any: false };
  if (order === null) waiting.any = true;
  else waiting.orders.add(order);
}

function publish(): void {
  if (!waiting) return;
  const { orders, any } = waiting;
  waiting = null;
  publishedAt = Date.now();
  for (const listener of listeners) listener(any ? null : orders);
}
