import type { Change } from './follow-changes.ts';

type Listener = (orders: ReadonlySet<string> | null) => void;

/** Changes that come together are read together: so many milliseconds after the first, and as long after the last reading. */
const TOGETHER_MS = 200;
const BETWEEN_MS = 1_000;

const listeners = new Set<Listener>();
let waiting: { timer: ReturnType<typeof setTimeout>; orders: Set<string>; any: boolean } | null =
  null;
let publishedAt = 0;

/** Calls `listener` with the orders that have changed, or with null when anything may have. Returns how to stop. */
export function onChanges(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Tells every open part of the admin of a change, together with others that come at the same time. */
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
