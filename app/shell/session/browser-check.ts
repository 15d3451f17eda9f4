import { useSyncExternalStore } from 'react';
import type { Challenge } from '#contract/proof-of-work.ts';

/** What a shopper reads while the browser works for the server. */
export const CHECKING = 'Checking your browser...';

let underWay = 0;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function count(more: number) {
  underWay += more;
  for (const listener of [...listeners]) listener();
}

/** Does the work that the server has asked for. @throws where the browser cannot, as on an address without https. */
export async function proveWork(challenge: Challenge): Promise<string> {
  count(1);
  try {
    const { solve } = await import('./solve-challenge.ts');
    return await solve(challenge);
  } finally {
    count(-1);
  }
}

/** What a button says while it is busy: what it does, or that the browser is checked first. */
export function useBusyText(isBusy: boolean, text: string): string | false {
  const checking = useSyncExternalStore(
    subscribe,
    () => underWay > 0,
    () => false,
  );
  return isBusy && (checking ? CHECKING : text);
}

/** Calls back when a check begins, where no button says it. @returns what ends that. */
export function whileChecking(begun: () => void): () => void {
  return subscribe(() => {
    if (underWay > 0) begun();
  });
}
