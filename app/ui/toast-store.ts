import type { PageAddress } from './page-path.ts';

/** A toast. The texts are in the specification (§8). */
export type ToastMessage = {
  title: string;
  description?: string;
  /** Destructive means an error: it interrupts a screen reader and stays longer. */
  tone?: 'default' | 'destructive';
  /** One link, e.g. `{ label: 'View cart', to: '/cart' }`. */
  action?: { label: string; to: PageAddress };
  /** Its topic: `dismissTopic` removes it when something new begins on the same topic. */
  topic?: string;
};

export type ShownToast = ToastMessage & { id: number };

let shown: ShownToast | undefined;
let lastId = 0;
const listeners = new Set<() => void>();

/**
 * Shows a toast. It replaces the one before: two would cover a phone's form, and an old failure must not stay beside a
 * success.
 */
export function showToast(message: ToastMessage): void {
  lastId += 1;
  change({ ...message, id: lastId });
}

/** Shows what failed, in a sentence for the shopper. */
export function showError(description: string, topic?: string): void {
  showToast({ title: 'Error', description, tone: 'destructive', ...(topic && { topic }) });
}

/** Removes a toast, if it is still shown. */
export function dismissToast(id: number): void {
  if (shown?.id === id) change(undefined);
}

/** Removes a toast about this topic, because something new has begun. */
export function dismissTopic(topic: string): void {
  if (shown?.topic === topic) change(undefined);
}

/** The current toast; the same object until it changes. */
export function shownToast(): ShownToast | undefined {
  return shown;
}

/** Calls back after every change; returns a function that unsubscribes. */
export function onToast(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function change(next: ShownToast | undefined): void {
  shown = next;
  for (const listener of listeners) listener();
}
