import type { PageAddress } from '#app/ui/page-path.ts';

/** A message about a finished action, with an optional Undo. */
export type SnackbarMessage = {
  text: string;
  undo?: () => Promise<void>;
  /** A link, e.g. to what should be printed next. */
  link?: { to: PageAddress; label: string };
};

export type ShownMessage = SnackbarMessage & { id: number };

let shown: ShownMessage | undefined;
let lastId = 0;
const listeners = new Set<() => void>();

/** Shows a message for ten seconds. It replaces the former one. */
export function showSnackbar(message: SnackbarMessage): void {
  lastId += 1;
  change({ ...message, id: lastId });
}

/** Removes a message if it is still shown. */
export function dismissSnackbar(id: number): void {
  if (shown?.id === id) change(undefined);
}

/** The current message; the same object until it changes. */
export function shownSnackbar(): ShownMessage | undefined {
  return shown;
}

/** Calls back after every change; returns a function that unsubscribes. */
export function onSnackbar(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function change(next: ShownMessage | undefined): void {
  shown = next;
  for (const listener of listeners) listener();
}
