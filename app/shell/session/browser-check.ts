import { useSyncExternalStore } from 'react';
import type { Challenge } from '#contract/proof-of-work.ts';

/** Shown while the browser solves a proof of work. */
const CHECKING = 'Checking your browser...';

let pending = 0;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function count(more: number) {
  pending += more;
  for (const listener of [...listeners]) listener();
}

/**
 * Solves a proof of work. `onStart` is told what to show where no busy button shows it.
 *
 * @throws where the browser cannot, as on a URL without https.
 */
export async function solveProofOfWork(
  challenge: Challenge,
  onStart?: (title: string) => void,
): Promise<string> {
  count(1);
  onStart?.(CHECKING);
  try {
    const { solve } = await import('./solve-challenge.ts');
    return await solve(challenge);
  } finally {
    count(-1);
  }
}

/** A pending button's label: its own, or that the browser is being checked. */
export function useBusyText(isBusy: boolean, text: string): string | false {
  const checking = useSyncExternalStore(
    subscribe,
    () => pending > 0,
    () => false,
  );
  return isBusy && (checking ? CHECKING : text);
}
