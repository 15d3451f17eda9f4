/** A passing message. The shop's words for each are in the specification (§8). */
export type ToastMessage = {
  title: string;
  description?: string;
  /** Destructive says that something failed: it interrupts a screen reader and stays longer. */
  tone?: 'default' | 'destructive';
  /** One way on, e.g. `{ label: 'View cart', to: '/cart' }`. */
  action?: { label: string; to: string };
  /** What it is about: `dismissTopic` takes it away when something new begins on the same. */
  topic?: string;
};

export type ShownToast = ToastMessage & { id: number };

let shown: ShownToast | undefined;
let lastId = 0;
const listeners = new Set<() => void>();

/**
 * Shows a message, from anywhere in the browser. It takes the place of the one before: two would cover a phone's form,
 * and a failure that has been overcome must not stand beside the success.
 */
export function showToast(message: ToastMessage): void {
  lastId += 1;
  change({ ...message, id: lastId });
}

/** Takes a message away, if it is still the one that stands. */
export function dismissToast(id: number): void {
  if (shown?.id === id) change(undefined);
}

/** Takes away what was said about a topic: something new has begun, and it is no longer the last word. */
export function dismissTopic(topic: string): void {
  if (shown?.topic === topic) change(undefined);
}

/** The message in sight; the same object until it changes. */
export function shownToast(): ShownToast | undefined {
  return shown;
}

/** Calls back after every change; answers with the way to stop. */
export function onToast(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function change(next: ShownToast | undefined): void {
  shown = next;
  for (const listener of listeners) listener();
}
