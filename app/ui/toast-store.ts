/** A passing message. The shop's words for each are in the specification (§8). */
export type ToastMessage = {
  title: string;
  description?: string;
  /** Destructive says that something failed: it interrupts a screen reader and stays longer. */
  tone?: 'default' | 'destructive';
  /** One way on, e.g. `{ label: 'View cart', to: '/cart' }`. */
  action?: { label: string; to: string };
  /** What it is about, where a later message makes an earlier one untrue: it replaces those of the same topic. */
  topic?: string;
};

export type ShownToast = ToastMessage & { id: number };

/** More than this would cover a phone; the oldest leave. */
const MOST_SHOWN = 3;

let shown: readonly ShownToast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

/** Shows a message, from anywhere in the browser. */
export function showToast(message: ToastMessage): void {
  lastId += 1;
  const { topic } = message;
  const still = topic === undefined ? shown : shown.filter((toast) => toast.topic !== topic);
  change([...still, { ...message, id: lastId }].slice(-MOST_SHOWN));
}

/** Takes a message away. */
export function dismissToast(id: number): void {
  change(shown.filter((toast) => toast.id !== id));
}

/** Takes away what was said about a topic: something new has begun, and it is no longer the last word. */
export function dismissTopic(topic: string): void {
  change(shown.filter((toast) => toast.topic !== topic));
}

/** The messages in sight, oldest first; the same array until they change. */
export function shownToasts(): readonly ShownToast[] {
  return shown;
}

/** Calls back after every change; answers with the way to stop. */
export function onToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function change(next: readonly ShownToast[]): void {
  shown = next;
  for (const listener of listeners) listener();
}
