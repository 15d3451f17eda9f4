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

function changePending(by: number) {
  pending += by;
  for (const listener of [...listeners]) listener();
}

/**
 * Solves a proof of work and returns its token. Pending buttons show meanwhile that the browser is being checked
 * (`useBusyText`); `onStart` gets the same text, for callers without such a button.
 *
 * @throws where the browser has no WebCrypto, as on a URL without https.
 */
export async function solveProofOfWork(
  challenge: Challenge,
  onStart?: (title: string) => void,
): Promise<string> {
  changePending(1);
  onStart?.(CHECKING);
  try {
    const { solve } = await import('./solve-challenge.ts');
    return await solve(challenge);
  } finally {
    changePending(-1);
  }
}

/** The label of a pending button: its own text, or that the browser is being checked. False while it is not pending. */
export function useBusyText(isBusy: boolean, text: string): string | false {
  const checking = useSyncExternalStore(
    subscribe,
    () => pending > 0,
    () => false,
  );
  return isBusy && (checking ? CHECKING : text);
}
